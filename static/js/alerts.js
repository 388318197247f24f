// Chooses the time zone of this browser for somebody who has made no choices yet.

const zone = document.getElementById("id_zone");
const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
if ([...zone.options].some((each) => each.value === here)) zone.value = here;
