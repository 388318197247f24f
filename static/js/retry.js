// Sends lost requests again. The server carries out a request_id only once, even if it is sent
// several times. So after a lost connection, or after a server stops in the middle of a move, the
// person does not have to click again. A request without a request_id is not sent again, because
// nobody knows whether it was carried out.

import { setCutOff } from "./connection.js";

const FIRST_WAIT_MS = 300;
const LONGEST_WAIT_MS = 4000;
const GIVE_UP_MS = 20000;

// The statuses of lost requests: 0 without any answer; 502 and 504 from a proxy that got no answer
// from a server; 503 from a server whose database is away.
const UNAVAILABLE = 503;
const LOST = [0, 502, UNAVAILABLE, 504];

const room = document.getElementById("room");
const tries = new Map(); // By request_id: the number of failures, and the time of the first.

const idOf = ({ verb, parameters }) => (verb === "post" ? parameters.request_id : null);

/**
 * Fetch `path` until an answer comes. Return the answer; null if none comes for a long time. The
 * request must have a request_id.
 */
export async function fetchUntilAnswered(path, options) {
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
// one.
document.body.addEventListener("htmx:configRequest", ({ detail }) => {
  if (detail.parameters.request_id === "") detail.parameters.request_id = newId();
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
