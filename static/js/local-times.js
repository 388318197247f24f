// Converts times from UTC to the reader's time zone, in the language of the page.

const format = new Intl.DateTimeFormat(document.documentElement.lang, {
  dateStyle: "medium",
  timeStyle: "short",
});

for (const each of document.querySelectorAll("time[data-local]"))
  each.textContent = format.format(new Date(each.dateTime));
