// Sends moves. A move goes through the socket if the socket is open; it never waits until a socket
// opens. If no answer comes in time, or if the socket closes, the same request is sent by POST. It
// has the same request_id, so there is only one move.

import { setCutOff } from "./connection.js";
import { shown } from "../table/regions.js";
import { tabHeaders } from "./socket.js";

const ANSWER_MS = 2000;
const SOON_MS = 800;

const room = document.getElementById("room");
const kinds = new Map(["ask", "claim", "pass"].map((kind) => [room.dataset[kind], kind]));
const refusal = () => document.getElementById("refusal");

// The arguments of `sendBy`.
let connection, fetchRegions;

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

/** From now on send moves through `socket`. `fetch` fetches the regions over HTTP. */
export function sendBy(socket, fetch) {
  [connection, fetchRegions] = [socket, fetch];
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

/**
 * After the answer to a POST, fetch the regions over HTTP if the socket is closed, or if it does not
 * send them soon. `before` are the versions that the page showed before the POST.
 */
async function expectUpdate(before) {
  if (connection.isOpen()) await new Promise((resume) => setTimeout(resume, SOON_MS));
  if (shown().join() === before) await fetchRegions();
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

/**
 * POST to `path` until an answer comes, but not for a long time. Return the answer. The site must take
 * the same request twice.
 */
export async function post(path, fields) {
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

// Sends lost requests again. The server carries out a request_id only once, even if it is sent
// several times. So after a lost connection, or after a server stops in the middle of a move, the
// person does not have to click again. A request without a request_id is not sent again, because
// nobody knows whether it was carried out.

const FIRST_WAIT_MS = 300;
const LONGEST_WAIT_MS = 4000;
const GIVE_UP_MS = 20000;

// The statuses of lost requests: 0 without any answer; 502 and 504 from a proxy that got no answer
// from a server; 503 from a server whose database is away.
const UNAVAILABLE = 503;
const LOST = [0, 502, UNAVAILABLE, 504];

const tries = new Map(); // By request_id: the number of failures, and the time of the first.

const idOf = ({ verb, parameters }) => (verb === "post" ? parameters.request_id : null);

/**
 * Fetch `path` until an answer comes. Return the answer; null if none comes for a long time. The
 * request must have a request_id.
 */
async function fetchUntilAnswered(path, options) {
  const since = Date.now();
  for (let count = 0; Date.now() - since < GIVE_UP_MS; count += 1) {
    const signal = AbortSignal.timeout(htmx.config.timeout);
    const response = await fetch(path, { ...options, signal }).catch(() => null);
    setCutOff(!response);
    if (response && !LOST.includes(response.status)) return response;
    sayRests(count, response?.status);
    await new Promise((resume) => setTimeout(resume, waitAfter(count)));
  }
  return null;
}

/** Return the milliseconds to wait after `count` earlier failures and a new one. */
const waitAfter = (count) => Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** count) * (0.6 + 0.4 * Math.random());

// A short interruption needs no message.
function sayRests(count, status) {
  if (count || status === UNAVAILABLE) say(room.dataset.resting);
}

/** Return whether a failed request of htmx will be sent again. */
function goesAgain(requestConfig, xhr) {
  const id = idOf(requestConfig);
  if (!id || !LOST.includes(xhr.status)) return false;
  return Date.now() - (tries.get(id)?.since ?? Date.now()) < GIVE_UP_MS;
}

// A form that may be sent several times has an empty request_id. Each time, the request gets a new
// one. While the socket is open, the answer to a POST is short, because the socket sends the regions.
document.body.addEventListener("htmx:configRequest", ({ detail }) => {
  if (detail.parameters.request_id === "") detail.parameters.request_id = newId();
  if (detail.verb !== "post" || !connection.isOpen()) return;
  detail.headers["X-Live"] = "1";
  detail.shownBefore = shown().join();
});

document.body.addEventListener("htmx:afterRequest", ({ detail }) => {
  const before = detail.requestConfig?.shownBefore;
  if (before && detail.successful) expectUpdate(before);
});

// Listen to the request and not to its form, because the form may be swapped before the answer
// comes.
document.body.addEventListener("htmx:beforeSend", ({ detail: { xhr, requestConfig } }) => {
  if (requestConfig.verb !== "post") return;
  const id = idOf(requestConfig);
  const ended = () => (goesAgain(requestConfig, xhr) ? later(id, requestConfig, xhr) : over(id, xhr));
  for (const end of ["load", "error", "timeout"]) xhr.addEventListener(end, ended);
});

const say = (text) => (document.getElementById("refusal").textContent = text);

function over(id, xhr) {
  tries.delete(id);
  if (LOST.includes(xhr.status)) say(room.dataset.unanswered);
}

function later(id, requestConfig, { status }) {
  const { count, since } = tries.get(id) ?? { count: 0, since: Date.now() };
  sayRests(count, status);
  tries.set(id, { count: count + 1, since });
  setTimeout(() => again(requestConfig), waitAfter(count));
}

function again({ elt, path, formData }) {
  // Do not use the request's parameters: they have methods that would hide fields such as `set`.
  const values = Object.fromEntries(formData);
  // Since the first attempt the form may have been replaced or reset.
  const source = elt.isConnected && (elt.checkValidity?.() ?? true) ? elt : room;
  htmx.ajax("POST", path, { source, swap: "none", values }).catch(() => {});
}

const newId = () => crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`;
