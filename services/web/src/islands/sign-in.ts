// Signs in with the code in the link that opened the page. The code is in the fragment, which browsers never send. A reader who is signed in
// already must press the button: somebody else's link must not change who they are.

const field = document.querySelector<HTMLInputElement>('#secret');

function signIn(): void {
  const code = /^#code=([\w-]+)$/.exec(location.hash)?.[1];
  if (!field || code === undefined) return;
  // The code must not stay in the history or in a copied address.
  history.replaceState(null, '', location.pathname + location.search);
  field.value = code;
  if (!('signedIn' in field.form!.dataset)) field.form!.requestSubmit();
}

// The next person in this tab must not find earlier drafts: see draft.ts.
if (/[?&]done=signedOut/.test(location.search)) {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith('draft ')) sessionStorage.removeItem(key);
}

signIn();
addEventListener('hashchange', signIn);

export {};
