// Times are sent as UTC; here they become the reader's own, in the language of the page.

const format = new Intl.DateTimeFormat(document.documentElement.lang, {
  dateStyle: "medium",
  timeStyle: "short",
});

for (const each of document.querySelectorAll("time[data-local]"))
  each.textContent = format.format(new Date(each.dateTime));
