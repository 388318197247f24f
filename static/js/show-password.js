// Shows the passwords of a form while its box is checked.

for (const label of document.querySelectorAll(".show-password")) {
  const { form } = label.control;
  const passwords = form.querySelectorAll("[type=password]");
  const show = (shown) => {
    for (const each of passwords) each.type = shown ? "text" : "password";
  };
  label.hidden = false;
  label.control.addEventListener("change", () => show(label.control.checked));
  // A browser offers to save only the value of a hidden password.
  form.addEventListener("submit", () => {
    label.control.checked = false;
    show(false);
  });
}
