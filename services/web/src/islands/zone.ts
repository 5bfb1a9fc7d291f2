// Rewrites times in the reader's time zone and format. The server writes them in the league's zone.
const FORMS: Readonly<Record<string, Intl.DateTimeFormatOptions>> = {
  day: { dateStyle: 'medium' },
  minute: { dateStyle: 'medium', timeStyle: 'short' },
};

/** Rewrites all times of the page. */
function localise(): void {
  for (const time of document.querySelectorAll<HTMLTimeElement>('time[data-form]')) {
    const at = new Date(time.dateTime);
    const language = document.documentElement.lang;
    // The browser's variant of the page's language, so that a German page has no French months.
    const tag = navigator.languages.find((one) => one.startsWith(language)) ?? language;
    time.textContent = new Intl.DateTimeFormat(tag, FORMS[time.dataset.form!]).format(at);
    time.title = new Intl.DateTimeFormat(tag, { dateStyle: 'full', timeStyle: 'long' }).format(at);
  }
}

localise();
document.addEventListener('page-changed', localise);

export {};
