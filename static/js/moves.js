// Sends a move through the socket while the socket is open. The page handles the answer like an
// HTTP response. If no answer comes in time, or if the socket closes, the same request is sent over
// HTTP. It has the same request_id, so there is only one move. A move never waits until a socket
// opens.

const ANSWER_MS = 2000;
const OK = 200;
const REFUSED = 409;

const room = document.getElementById("room");
const kinds = new Map(["ask", "claim", "pass"].map((kind) => [room.dataset[kind], kind]));
const refusal = () => document.getElementById("refusal");
// The requests without an answer, by request_id: where the answer goes, and how to send the move
// over HTTP.
const waiting = new Map();

// A double click makes only one move, because each form has only one request_id for each version of
// the game.
const page = (crypto.randomUUID?.() ?? `${Math.random()}`).replace(/\W/g, "").slice(-12);

// The server renders these fields for pages without scripts. Here they would become outdated, so
// remove them.
for (const field of document.querySelectorAll(".move-form :is([name=request_id], [name=version])")) {
  field.remove();
}

document.body.addEventListener("htmx:configRequest", ({ detail: { elt, path, parameters } }) => {
  if (!kinds.has(path)) return;
  const { dealt, game } = document.getElementById("versions").dataset;
  // Send the id of the game, too. If this move is sent late, the next game may have begun.
  parameters.game ??= dealt;
  parameters.version ??= game;
  parameters.request_id ??= [page, dealt.slice(0, 8), game, elt.id].join("-");
});

/** From now on send moves by `connection`. */
export function sendBy(connection) {
  document.body.addEventListener("htmx:beforeSend", ({ detail: { xhr, requestConfig } }) => {
    // Do not use `parameters`: it has a method `set`, which would hide the field `set`.
    const { path, formData } = requestConfig;
    if (!kinds.has(path)) return;
    xhr.send = (body) => {
      const id = formData.get("request_id");
      const post = () => {
        settle();
        XMLHttpRequest.prototype.send.call(xhr, body);
      };
      const timer = setTimeout(post, ANSWER_MS);
      const settle = () => {
        clearTimeout(timer);
        waiting.delete(id);
      };
      const take = ({ code, message }) => {
        settle();
        refusal().textContent = message ?? "";
        Object.defineProperty(xhr, "status", { value: code ? REFUSED : OK });
        for (const end of ["load", "loadend"]) xhr.dispatchEvent(new ProgressEvent(end));
      };
      waiting.set(id, { take, post });
      if (!connection.send(JSON.stringify({ ...Object.fromEntries(formData), kind: kinds.get(path) }))) post();
    };
  });
}

room.addEventListener("htmx:wsClose", () => {
  for (const { post } of [...waiting.values()]) post();
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
  waiting.get(answer.request_id)?.take(answer);
  return true;
}
