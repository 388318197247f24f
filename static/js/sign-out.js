// Names the push subscription of this browser on the page of signing out, so that its alerts end, too.

const worker = await navigator.serviceWorker?.getRegistration();
const subscription = await worker?.pushManager?.getSubscription();
document.querySelector("input[name=endpoint]").value = subscription?.endpoint ?? "";
