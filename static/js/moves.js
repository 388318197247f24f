// Sends moves. A move goes through the socket if the socket is open; it never waits until a socket
// opens. If no answer comes in time, or if the socket closes, the same request is sent by POST. It
// has the same request_id, so there is only one move.

import { fetchUntilAnswered } from "./retry.js";
import { tabHeaders } from "./tabs.js";
import { shown } from "./versions.js";

const ANSWER_MS = 2000;

const room = document.getElementById("room");
const kinds = new Map(["ask", "claim", "pass"].map((kind) => [room.dataset[kind], kind]));
const refusal = () => document.getElementById("refusal");

// The arguments of `sendBy`.
let connection, expectUpdate;

// By request_id: the answers that will come, and the functions that take an answer of the socket.
const answers = new Map();
const takers = new Map();

// A double click makes only one move, because each form has only one request_id for each version of
// the game.
const page = (crypto.randomUUID?.() ?? `${Math.random()}`).replace(/\W/g, "").slice(-12);

// The server renders these fields for pages without scripts. Here they would become outdated, so
// remove them.
for (const field of document.querySelectorAll(".move-form :is([name=request_id], [name=version])")) {
  field.remove();
}

/** From now on send moves through `socket`. Call `expected` with the page's versions after a POST. */
export function sendBy(socket, expected) {
  [connection, expectUpdate] = [socket, expected];
}

document.addEventListener("submit", async (event) => {
  const { target: form, submitter } = event;
  if (!form.matches(".move-form")) return;
  event.preventDefault();
  const values = Object.fromEntries(new FormData(form, submitter));
  // The choices of a form that was sent are not restored (keep-work.js), unless it is refused.
  form.dataset.sent = "";
  const { code } = await send(form.getAttribute("action"), values, form.id);
  if (code) delete form.dataset.sent;
});

/** Send a move. Return its answer; the answer to a refused move has a `code`. */
export function send(path, values, sender) {
  const { dealt, game } = document.getElementById("versions").dataset;
  const id = [page, dealt.slice(0, 8), game, sender].join("-");
  if (!answers.has(id)) {
    // Send the id of the game, too. If this move is sent late, the next game may have begun.
    const fields = { ...values, game: dealt, version: game, request_id: id };
    answers.set(id, answerTo(path, fields).finally(() => answers.delete(id)));
    document.dispatchEvent(new Event("table:sent"));
  }
  return answers.get(id);
}

async function answerTo(path, fields) {
  const before = shown().join();
  const bySocket = await sendBySocket({ ...fields, kind: kinds.get(path) });
  const answer = bySocket ?? (await post(path, fields));
  refusal().textContent = answer.message ?? "";
  if (!bySocket) await expectUpdate(before);
  return answer;
}

/** Return the answer that comes through the socket; null if none comes. */
function sendBySocket(message) {
  const id = message.request_id;
  const answer = new Promise((take) => {
    takers.set(id, take);
    setTimeout(take, ANSWER_MS, null);
    if (!connection.send(JSON.stringify(message))) take(null);
  });
  return answer.finally(() => takers.delete(id));
}

async function post(path, fields) {
  const token = JSON.parse(document.body.getAttribute("hx-headers"));
  const headers = { Accept: "application/json", ...token, ...tabHeaders() };
  const response = await fetchUntilAnswered(path, { method: "POST", headers, body: new URLSearchParams(fields) });
  const answer = await response?.json().catch(() => null);
  return answer ?? { code: "unanswered", message: room.dataset.unanswered };
}

room.addEventListener("htmx:wsClose", () => {
  for (const take of takers.values()) take(null);
});

// A refusal concerns what the page showed then. So it goes when another game begins, or when the
// game ends in the lobby.
document.body.addEventListener("htmx:oobBeforeSwap", ({ detail: { target, fragment } }) => {
  const { id, dataset } = fragment.firstElementChild ?? fragment;
  if (target.id !== "versions" || id !== "versions") return;
  if (dataset.dealt !== target.dataset.dealt) refusal().replaceChildren();
});

/** If a text from the socket is an answer, handle it. Return whether it is an answer. */
export function takeAnswer(text) {
  if (!text.startsWith("{")) return false;
  const answer = JSON.parse(text);
  takers.get(answer.request_id)?.(answer);
  return true;
}
