// Shows the waiting players in place of a link to that list, and updates them.

const PAUSE = 20_000;

const place = document.querySelector<HTMLElement>('[data-queue]');

async function show(from: string): Promise<void> {
  // A tab in the background need not be up to date.
  if (document.visibilityState !== 'visible' || place!.contains(document.activeElement)) return;
  try {
    const response = await fetch(from, { headers: { accept: 'text/html' } });
    if (!response.ok) return;
    const fresh = new DOMParser().parseFromString(await response.text(), 'text/html').getElementById(place!.id);
    if (fresh) place!.replaceChildren(...fresh.childNodes);
    document.dispatchEvent(new Event('page-changed'));
  } catch {
    // The script tries again later.
  }
}

if (place) {
  const from = place.dataset.queue!;
  void show(from);
  setInterval(() => void show(from), PAUSE);
  document.addEventListener('visibilitychange', () => void show(from));
}

export {};
