// The pages that the service worker shows while there is no connection. An answer to the puzzle
// waits for the connection, and is then sent. The kept page is nobody's, so it has no token of the
// person, who gets one with the page from the server.

const form = document.querySelector(".puzzle-answer");
const waits = document.getElementById("answer-waits");
let waiting;

async function send(button) {
  const answer = await fetch(form.action);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const token = page.querySelector(".puzzle-answer [name=csrfmiddlewaretoken]");
  // Without a form, the person has already done this puzzle.
  if (!token) location.assign(form.action);
  form.append(token);
  form.removeEventListener("submit", hold);
  form.requestSubmit(button);
}

function hold(event) {
  event.preventDefault();
  waiting = event.submitter;
  send(waiting).catch(() => {
    waits.hidden = false;
    waits.scrollIntoView({ block: "nearest" });
  });
}

form?.addEventListener("submit", hold);
addEventListener("online", () => {
  // "Online" means that there is a network. Without the site, a reload would only break off a click.
  if (!form) fetch("/offline/").then(() => location.reload()).catch(() => {});
  else if (waiting) send(waiting).catch(() => {});
});
