// Labels the help icons in Django's lists of permissions, because they lack the role that allows a
// label. This runs after Django has drawn the lists.

const giveRoles = () => {
  for (const sign of document.querySelectorAll(".help-tooltip[aria-label]")) {
    sign.setAttribute("role", "img");
  }
};

window.addEventListener("load", () => setTimeout(giveRoles));
