// Gives a role to the help icons in Django's lists of permissions. Without a role their labels are
// ignored. It runs after Django has made the lists.

const giveRoles = () => {
  for (const sign of document.querySelectorAll(".help-tooltip[aria-label]")) {
    sign.setAttribute("role", "img");
  }
};

window.addEventListener("load", () => setTimeout(giveRoles));
