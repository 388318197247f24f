// What was said has been said: the field is empty again, and what was chosen from is shut.

document.body.addEventListener("htmx:beforeRequest", ({ target }) =>
  target.closest?.(".react")?.removeAttribute("open"),
);

// What may be shown comes once with the page.
document.addEventListener("toggle", showChoices, true);
function showChoices({ target }) {
  if (!target.matches(".react[open]")) return;
  const form = target.querySelector("form:not(:has(button))");
  form?.append(document.getElementById("reaction-choices").content.cloneNode(true));
}

// On the request itself: the line may be on the screen before the answer comes, and then the field is
// another one, with what was in the one before.
document.body.addEventListener("htmx:beforeSend", ({ target, detail: { xhr } }) => {
  if (!target.matches?.(".say")) return;
  const said = target.elements.text.value;
  xhr.addEventListener("load", () => {
    const field = document.getElementById("say-text");
    if (xhr.status === 200 && field?.value === said) field.value = "";
  });
});

// The latest of the talk is in sight.
const toTheEnd = () => {
  const lines = document.getElementById("chat-lines");
  if (lines) lines.scrollTop = lines.scrollHeight;
};
document.body.addEventListener("htmx:oobAfterSwap", toTheEnd);
toTheEnd();
