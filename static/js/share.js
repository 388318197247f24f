// The table's address, to be copied or handed on.

const address = () => `${location.origin}${location.pathname}`;

const copy = document.getElementById("copy-link");
const share = document.getElementById("share-link");

copy?.addEventListener("click", async () => {
  const before = copy.textContent;
  try {
    await navigator.clipboard.writeText(address());
    copy.textContent = copy.dataset.done;
    setTimeout(() => (copy.textContent = before), 2000);
  } catch {
    // Nothing was copied, and nothing is claimed.
  }
});

if (share && navigator.share) {
  share.hidden = false;
  share.addEventListener("click", () => {
    navigator.share({ title: document.title, url: address() }).catch(() => {});
  });
}
