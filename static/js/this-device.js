// Lets this device get push messages, on the page of alerts. The browser asks for permission only
// after a tap.

const form = document.getElementById("this-device");

function show(state) {
  form.hidden = false;
  for (const each of form.querySelectorAll("[data-state]")) {
    each.hidden = each.dataset.state !== state;
  }
}

const manager = async () => (await navigator.serviceWorker.ready).pushManager;

async function look() {
  if (!(navigator.serviceWorker && "PushManager" in window)) return show("impossible");
  if (Notification.permission === "denied") return show("blocked");
  const endpoint = (await (await manager()).getSubscription())?.endpoint;
  // The page lists the person's devices. Another person may use this browser, too.
  const listed = [...document.querySelectorAll("form input[name=endpoint]")];
  return show(listed.some((each) => each.value && each.value === endpoint) ? "on" : "off");
}

async function add() {
  if ((await Notification.requestPermission()) !== "granted") return look();
  const push = await manager();
  const options = { userVisibleOnly: true, applicationServerKey: form.dataset.pushKey };
  const subscription = await push.subscribe(options).catch(async () => {
    // The browser may have subscribed with an earlier key of the site.
    await (await push.getSubscription())?.unsubscribe();
    return push.subscribe(options);
  });
  const { endpoint, keys } = subscription.toJSON();
  return send(form.action, { endpoint, ...keys });
}

async function forget() {
  const subscription = await (await manager()).getSubscription();
  await subscription.unsubscribe();
  send(form.dataset.forget, { endpoint: subscription.endpoint });
}

function send(address, fields) {
  for (const name of ["endpoint", "p256dh", "auth"]) form.elements[name].value = fields[name] ?? "";
  form.action = address;
  form.submit();
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  add().catch(() => show("failed"));
});
form.querySelector("[data-forget-me]").addEventListener("click", () => {
  forget().catch(() => show("failed"));
});
look();
