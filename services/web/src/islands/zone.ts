// Times in the zone and the customs of the reader; the server has written them in UTC.
const FORMS: Readonly<Record<string, Intl.DateTimeFormatOptions>> = {
  day: { dateStyle: 'medium' },
  minute: { dateStyle: 'medium', timeStyle: 'short' },
};

/** Writes the times of the page in the zone of the browser. */
function localise(): void {
  for (const time of document.querySelectorAll<HTMLTimeElement>('time[data-form]')) {
    const at = new Date(time.dateTime);
    const language = document.documentElement.lang;
    // The browser's own variant of the page's language: a page in German has no month in French.
    const tag = navigator.languages.find((one) => one.startsWith(language)) ?? language;
    time.textContent = new Intl.DateTimeFormat(tag, FORMS[time.dataset.form!]).format(at);
    time.title = new Intl.DateTimeFormat(tag, { dateStyle: 'full', timeStyle: 'long' }).format(at);
  }
}

localise();
document.addEventListener('page-changed', localise);

export {};
