// The chat and the reactions. When a reaction is sent, its menu closes; when a message is sent, its
// field is cleared.

document.body.addEventListener("htmx:beforeRequest", ({ target }) => target.closest?.("#reactions")?.hidePopover());

// Remember the sent text until the answer arrives, and then clear the field if it has this text.
// The field may be a new one: if the message appears before the answer, the swap of the region puts
// the sent text into the new field.
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
document.addEventListener("toggle", toTheEnd, true);
toTheEnd();
