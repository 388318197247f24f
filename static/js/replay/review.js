// The review next to a replay. Shows the progress while the review is being made, then loads the
// review. Also shows the deduction grid.

import { forgetPositions } from "./positions.js";
import { parsed } from "../table/regions.js";

const EVERY_MS = 1000;
const room = document.getElementById("room");

let wanted;

/**
 * Show the deduction grid for a position if the grid is open. With `open`, open the grid first, and
 * move the focus to it.
 */
export async function showGrid({ move, eyes }, open = false) {
  const there = document.getElementById("grid");
  if (!there && !open) return;
  const query = new URLSearchParams({ move, eyes });
  wanted = query.toString();
  const answer = await fetch(`${room.dataset.grid}?${query}`).catch(() => null);
  if (!answer?.ok || wanted !== query.toString()) return;
  const next = parsed(await answer.text()).getElementById("grid");
  const focused = there?.contains(document.activeElement) && document.activeElement;
  if (there) there.replaceWith(next);
  else document.getElementById("review").after(next);
  if (open) next.focus();
  else if (focused) sameIn(next, focused)?.focus({ preventScroll: true });
}

/** Find the link in the new grid that corresponds to a link in the old grid. */
function sameIn(grid, { dataset }) {
  const { go, gridEyes } = dataset;
  return grid.querySelector(go ? `[data-go="${go}"]` : `[data-grid-eyes="${gridEyes}"]`);
}

/**
 * Show the progress of a review that is being made, and load the review when it is complete or has
 * failed. Also open the deduction grid when a link to it is clicked. `here` returns the position that the page
 * shows; `refresh` shows this position again.
 */
export function watchReview({ here, refresh }) {
  document.addEventListener("click", (event) => {
    const link = event.target.closest("[data-grid]:not(#room)");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    showGrid(here(), true);
  });
  if (document.querySelector("#review[data-making]")) setTimeout(() => look(refresh), EVERY_MS);
}

async function look(refresh) {
  const review = document.getElementById("review");
  const answer = await fetch(review.dataset.making, { headers: { Accept: "application/json" } }).catch(() => null);
  const { done, failed, whole: made } = answer?.ok ? await answer.json() : {};
  const bar = document.getElementById("review-progress");
  if (bar && done) bar.value = done;
  // A person who may no longer see the replay gets no review either.
  if ([403, 404].includes(answer?.status)) return;
  const over = failed || made;
  const page = over && (await fetch(location.href, { headers: { Accept: "text/html" } }).catch(() => null));
  if (!page?.ok) return setTimeout(() => look(refresh), EVERY_MS);
  const whole = parsed(await page.text());
  for (const id of ["review", "moves"]) document.getElementById(id).innerHTML = whole.getElementById(id).innerHTML;
  review.removeAttribute("data-making");
  room.dataset.reviewed = done;
  forgetPositions();
  refresh();
}
