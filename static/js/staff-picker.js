// Django's lists of rights name their signs of help by a label, which only a role allows. Django
// draws the lists when the page has loaded; this comes after that.

const giveRoles = () => {
  for (const sign of document.querySelectorAll(".help-tooltip[aria-label]")) {
    sign.setAttribute("role", "img");
  }
};

window.addEventListener("load", () => setTimeout(giveRoles));
