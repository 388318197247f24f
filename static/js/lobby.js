// Buttons for actions of the browser: copying a code, an address or a record, and sharing. The
// document listens, because regions are swapped at any moment.

const root = document.documentElement;
root.classList.add("can-copy");
root.classList.toggle("can-share", Boolean(navigator.share));

const SAID_MS = 2000;

document.addEventListener("click", async (event) => {
  const button = event.target.closest?.(
    "[data-copy], [data-copy-path], [data-copy-from], [data-share-path]",
  );
  if (!button) return;
  const { copy, copyPath, copyFrom, sharePath, shareText } = button.dataset;
  if (sharePath) {
    // A closed share sheet is no error.
    await navigator.share({ text: shareText, url: address(sharePath) }).catch(() => {});
  } else if (await (copyFrom ? copiedFrom(copyFrom) : copied(copy ?? address(copyPath)))) {
    say(button);
  }
});

/**
 * Copy the text behind an address. The clipboard takes a promise even when it would refuse a late
 * text.
 */
async function copiedFrom(path) {
  const text = fetch(path).then((answer) => (answer.ok ? answer.text() : Promise.reject(answer)));
  try {
    await navigator.clipboard.write([new ClipboardItem({ "text/plain": text })]);
    return true;
  } catch {
    return text.then(copiedBySelection, () => false);
  }
}

const address = (path) => new URL(path, location.href).href;

/** Copy `text`; return whether that worked. The old way works without https. */
async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copiedBySelection(text);
  }
}

function copiedBySelection(text) {
  const field = document.createElement("textarea");
  field.value = text;
  field.readOnly = true;
  field.className = "visually-hidden";
  const focused = document.activeElement;
  document.body.append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  focused?.focus({ preventScroll: true });
  return done;
}

function say(button) {
  const before = button.dataset.label ?? button.textContent;
  button.dataset.label = before;
  button.textContent = button.dataset.done;
  const status = document.getElementById("copied");
  if (status) status.textContent = button.dataset.done;
  setTimeout(() => {
    button.textContent = before;
    if (status) status.textContent = "";
  }, SAID_MS);
}

// Load the host's seat arranging in a lobby only.
const arrange = () =>
  document.querySelector("[data-arranges]") && import("./lobby-seats.js");
document.body.addEventListener("htmx:oobAfterSwap", arrange);
arrange();
