// Gives secrets that are shown once a button that copies them.

for (const button of document.querySelectorAll<HTMLButtonElement>('[data-copied]')) {
  const text = button.parentElement?.querySelector('code');
  if (!text || !navigator.clipboard) continue;
  button.hidden = false;
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(text.textContent);
    button.textContent = button.dataset.copied!;
  });
}

export {};
