// Rewrites times in the reader's time zone. The server writes them in the league's zone, and their patterns on the document
// element. The first formatter of a page takes a slow phone a sixth of a second, so that it is made only when a pointer is at a
// time.
const WHOLE: Intl.DateTimeFormatOptions = { dateStyle: 'full', timeStyle: 'long' };

const { months, halves, ...patterns } = document.documentElement.dataset;
const names = months!.split('|');
const halvesOfDay = halves!.split('|');

function write(at: Date, form: string): string {
  const hour = at.getHours();
  const day = at.getDate();
  const parts: Readonly<Record<string, string | number | undefined>> = {
    year: at.getFullYear(),
    month: names[at.getMonth()],
    day,
    day1er: day === 1 ? '1er' : day,
    day2: padTwo(day),
    hour,
    hour2: padTwo(hour),
    hour12: hour % 12 || 12,
    minute: padTwo(at.getMinutes()),
    dayPeriod: halvesOfDay[hour < 12 ? 0 : 1],
  };
  return patterns[form]!.replace(/\{(\w+)\}/g, (_, part: string) => String(parts[part]));
}

function padTwo(value: number): string {
  return String(value).padStart(2, '0');
}

const zone = document.querySelector<HTMLElement>('[data-zone]');

/** Rewrites all times of the page, and shows the zone below it. */
function localise(): void {
  const times = document.querySelectorAll<HTMLTimeElement>('time[data-form]');
  if (zone && times.length > 0) zone.textContent = zone.dataset.zone!;
  for (const time of times) {
    const text = write(new Date(time.dateTime), time.dataset.form!);
    if (time.textContent !== text) time.textContent = text;
  }
}

localise();
document.addEventListener('page-changed', localise);
document.addEventListener('mouseover', ({ target }) => {
  const time = (target as Element).closest<HTMLTimeElement>('time[data-form]:not([title])');
  if (!time) return;
  const language = document.documentElement.lang;
  // The browser's variant of the page's language, so that a German page has no French months.
  const tag = navigator.languages.find((one) => one.startsWith(language)) ?? language;
  const whole = new Intl.DateTimeFormat(tag, WHOLE).format(new Date(time.dateTime));
  // Intl writes no ordinals, as the French do for the first of a month.
  time.title = language === 'fr' ? whole.replace(' 1 ', ' 1er ') : whole;
});

export {};
