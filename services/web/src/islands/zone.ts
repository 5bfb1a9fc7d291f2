// Rewrites times in the reader's time zone and format. The server writes them in the league's zone.
const FORMS: Readonly<Record<string, Intl.DateTimeFormatOptions>> = {
  day: { dateStyle: 'medium' },
  minute: { dateStyle: 'medium', timeStyle: 'short' },
};

const WHOLE: Intl.DateTimeFormatOptions = { dateStyle: 'full', timeStyle: 'long' };

const language = document.documentElement.lang;
// The browser's variant of the page's language, so that a German page has no French months.
const tag = navigator.languages.find((one) => one.startsWith(language)) ?? language;
const writers = new Map<Intl.DateTimeFormatOptions, Intl.DateTimeFormat>();

/** Making a writer takes a phone a millisecond, and a page has hundreds of times. */
function write(at: Date, form: Intl.DateTimeFormatOptions): string {
  const writer = writers.get(form) ?? new Intl.DateTimeFormat(tag, form);
  writers.set(form, writer);
  return writer.format(at);
}

/** Rewrites all times of the page. */
function localise(): void {
  for (const time of document.querySelectorAll<HTMLTimeElement>('time[data-form]')) {
    const at = new Date(time.dateTime);
    const text = write(at, FORMS[time.dataset.form!]!);
    if (time.textContent !== text) time.textContent = text;
    time.title = write(at, WHOLE);
  }
}

const here = document.querySelector('[data-zone]');
if (here) here.textContent = new Intl.DateTimeFormat().resolvedOptions().timeZone;
localise();
document.addEventListener('page-changed', localise);

export {};
