// Shows times in the reader's time zone and in the language of the page. The server sends them in
// UTC.

const format = new Intl.DateTimeFormat(document.documentElement.lang, {
  dateStyle: "medium",
  timeStyle: "short",
});

for (const each of document.querySelectorAll("time[data-local]"))
  each.textContent = format.format(new Date(each.dateTime));
