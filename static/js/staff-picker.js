// Labels the help icons in Django's lists of permissions: they lack the role with which a label
// counts. It runs after Django has made the lists.

const giveRoles = () => {
  for (const sign of document.querySelectorAll(".help-tooltip[aria-label]")) {
    sign.setAttribute("role", "img");
  }
};

window.addEventListener("load", () => setTimeout(giveRoles));
