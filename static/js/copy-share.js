// Buttons that use a function of the browser: copying a code, a link or a record, and sharing. The
// listener is on the document, because regions may be swapped at any moment. Also loads the script
// for arranging seats.

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
    // The person may close the share sheet. This is not an error.
    await navigator.share({ text: shareText, url: address(sharePath) }).catch(() => {});
  } else if (await (copyFrom ? copiedFrom(copyFrom) : copied(copy ?? address(copyPath)))) {
    say(button);
  }
});

/**
 * Copy the text at a URL. The clipboard accepts a promise, but may refuse a text that arrives late.
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

/**
 * Copy `text`. Return whether it was copied. The clipboard needs https; copying a selection does
 * not.
 */
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

// In a lobby, load the script for arranging seats for the host, and for other seated people the
// script that tells them about it.
function loadSeats() {
  if (document.querySelector("#mine[data-arranges]")) import("./lobby/drag.js");
  if (document.getElementById("moved")) import("./lobby/moved.js");
}
document.body.addEventListener("htmx:oobAfterSwap", loadSeats);
loadSeats();
