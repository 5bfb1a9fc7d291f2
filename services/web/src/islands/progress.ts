// Shows the progress of a task: until it is done, the script fetches the page every second and replaces its live parts.

const LIVE = '[data-live]';
const PAUSE = 1_000;
const LONGEST_PAUSE = 30_000;

/** Announces to screen readers that it is done. */
const status = document.createElement('p');
status.className = 'hidden';
status.setAttribute('role', 'status');
document.querySelector('main')!.append(status);

function watch(pause: number): void {
  const running = document.querySelector<HTMLElement>('[data-progress]');
  if (!running) return;
  setTimeout(async () => {
    let next = Math.min(pause * 2, LONGEST_PAUSE);
    try {
      const response = await fetch(location.href, { headers: { accept: 'text/html' } });
      // A reader who was signed out meanwhile gets another page.
      if (response.ok && !response.redirected) {
        const page = new DOMParser().parseFromString(await response.text(), 'text/html');
        for (const shown of document.querySelectorAll<HTMLElement>(LIVE)) {
          const fresh = page.querySelector(`[data-live="${shown.dataset.live}"]`);
          // A button with the focus is kept, because the reader may be about to press it.
          const isKept = shown !== document.activeElement && shown.contains(document.activeElement);
          if (fresh && !isKept) shown.replaceChildren(...fresh.childNodes);
        }
        if (!page.querySelector('[data-progress]')) status.textContent = running.dataset.progress!;
        document.dispatchEvent(new Event('page-changed'));
        next = PAUSE;
      }
    } catch {
      // The next try comes later.
    }
    watch(next);
  }, pause);
}

watch(PAUSE);

export {};
