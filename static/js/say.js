// What was said has been said: the field is empty again before its region is put back, and what was
// chosen from is shut.

document.body.addEventListener("htmx:beforeRequest", ({ target }) =>
  target.closest?.(".react")?.removeAttribute("open"),
);

document.body.addEventListener("htmx:beforeSwap", ({ detail }) => {
  if (detail.xhr.status === 200 && detail.elt.matches?.(".say")) detail.elt.reset();
});

// The latest of the talk is in sight.
const toTheEnd = () => {
  const lines = document.getElementById("chat-lines");
  if (lines) lines.scrollTop = lines.scrollHeight;
};
document.body.addEventListener("htmx:oobAfterSwap", toTheEnd);
toTheEnd();
