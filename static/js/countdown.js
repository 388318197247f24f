// Counts the hours and minutes until a time. The server writes the time that is left when it makes
// the page.

const MINUTE = 60_000;

const inUnit = (number, unit) =>
  new Intl.NumberFormat(document.documentElement.lang, { style: "unit", unit, unitDisplay: "long" }).format(number);

function show() {
  for (const each of document.querySelectorAll("time[data-countdown]")) {
    const minutes = Math.max(0, Math.ceil((new Date(each.dateTime) - Date.now()) / MINUTE));
    const parts = [inUnit(Math.floor(minutes / 60), "hour"), inUnit(minutes % 60, "minute")];
    each.textContent = parts.slice(minutes < 60 ? 1 : 0).join(" ");
  }
  setTimeout(show, MINUTE - (Date.now() % MINUTE));
}

show();
