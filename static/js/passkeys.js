// Forms with data-passkey ask the device for a passkey, "get", or for a new one, "create", before they are sent.

const canAsk = Boolean(window.PublicKeyCredential?.parseCreationOptionsFromJSON);

for (const form of document.querySelectorAll("form[data-passkey]")) {
  form.hidden = !canAsk;
  if (!canAsk) continue;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    send(form);
  });
}
for (const each of document.querySelectorAll(".no-passkeys")) each.hidden = canAsk;
for (const each of document.querySelectorAll("[data-passkeys]")) each.hidden = !canAsk;

async function send(form) {
  const failure = form.querySelector("[data-failed]");
  failure.textContent = "";
  try {
    const credential = await ask(form.dataset.passkey, await optionsOf(form));
    form.elements.credential.value = JSON.stringify(credential.toJSON());
    form.submit();
  } catch {
    // The person has stopped, or this device has no passkey for the site.
    failure.textContent = failure.dataset.failed;
  }
}

// The page has the options, except for a form that signs in.
async function optionsOf(form) {
  const inPage = document.getElementById("passkey-options");
  const answer = inPage ? null : await fetch(form.action, { headers: { Accept: "application/json" } });
  const data = inPage ? JSON.parse(inPage.textContent) : await answer.json();
  return (data.creation_options ?? data.request_options).publicKey;
}

function ask(what, options) {
  if (what === "get") {
    return navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) });
  }
  // A passkey that the device itself keeps can sign in without a user name.
  const authenticatorSelection = {
    ...options.authenticatorSelection,
    residentKey: "required",
    requireResidentKey: true,
    userVerification: "required",
  };
  const asked = { ...options, authenticatorSelection };
  return navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(asked) });
}
