// While the server can't be reached, the sheets say so, and the buttons that send something can't be
// pressed. A socket that is closed is no reason: moves are then sent by POST.

const { cutOff: sentence } = document.getElementById("connection")?.dataset ?? {};
const SENDING = "#mine :is(.move-form, .bots) [type=submit]:not(:disabled)";
const TOLD_IN = "#mine .sheet-head, #pass, #help-panel .panel-head";

let isCutOff = false;

/** Call this when the server turns out to be reachable or not. */
export function setCutOff(now) {
  if (now === isCutOff) return;
  isCutOff = now;
  if (now) block();
  else allow();
}

function block() {
  for (const button of document.querySelectorAll(SENDING)) {
    button.disabled = true;
    button.dataset.cutOff = "";
  }
  for (const place of document.querySelectorAll(TOLD_IN)) {
    if (place.querySelector(".cut-off")) continue;
    const line = document.createElement("p");
    line.className = "cut-off";
    line.textContent = sentence;
    place.append(line);
    place.classList.add("has-cut-off");
  }
}

function allow() {
  for (const button of document.querySelectorAll("[data-cut-off]:disabled")) {
    button.disabled = false;
    delete button.dataset.cutOff;
  }
  for (const line of document.querySelectorAll(".cut-off")) {
    line.parentElement.classList.remove("has-cut-off");
    line.remove();
  }
}

// The form of a claim is made when its set is opened.
document.addEventListener("toggle", () => isCutOff && block(), true);

document.body.addEventListener("htmx:sendError", () => setCutOff(true));
document.body.addEventListener("htmx:afterRequest", ({ detail }) => detail.xhr.status && setCutOff(false));
window.addEventListener("offline", () => setCutOff(true));
