// After a message was sent: clear the field, and close the menu of reactions.

document.body.addEventListener("htmx:beforeRequest", ({ target }) =>
  target.closest?.(".react")?.removeAttribute("open"),
);

// The page contains the choices only once, so that updates need not repeat them.
document.addEventListener("toggle", showChoices, true);
function showChoices({ target }) {
  if (!target.matches(".react[open]")) return;
  const form = target.querySelector("form:not(:has(button))");
  form?.append(document.getElementById("reaction-choices").content.cloneNode(true));
}

// Store it on the request itself: the message may appear before the answer arrives, and a swap
// would replace the field with its text.
document.body.addEventListener("htmx:beforeSend", ({ target, detail: { xhr } }) => {
  if (!target.matches?.(".chat-form")) return;
  const sent = target.elements.text.value;
  xhr.addEventListener("load", () => {
    const field = document.getElementById("chat-text");
    if (xhr.status === 200 && field?.value === sent) field.value = "";
  });
});

// Scroll to the latest message.
const toTheEnd = () => {
  const lines = document.getElementById("chat-lines");
  if (lines) lines.scrollTop = lines.scrollHeight;
};
document.body.addEventListener("htmx:oobAfterSwap", toTheEnd);
toTheEnd();
