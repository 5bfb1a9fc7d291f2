import { plusDays, useUi } from '../ui.js';
import { AsTable, Axis } from './elements.js';

interface Day {
  readonly day: string;
  readonly count: number;
}

/** How many months the drawing has, unless it is of a year. */
const MONTHS = 12;
/** How many shades days with matches have. */
const SHADES = 4;

interface CalendarProps {
  /** The days with matches, oldest first; one or more. */
  readonly days: readonly Day[];
  /** The year to show; if omitted, the twelve months up to the month of the newest match. In the current year, days are drawn up to the newest match. */
  readonly year?: { readonly number: number; readonly isOver: boolean };
}

/** Every day to draw, with a column for each week from Monday on, and the first and the last day of the span, with its number of weeks. */
export function calendarOf({ days, year }: CalendarProps) {
  const newest = days.at(-1)!.day;
  const start = year ? `${year.number}-01-01` : monthsBefore(newest, MONTHS - 1);
  const end = year ? `${year.number}-12-31` : newest;
  const drawnTo = year?.isOver ? end : newest;
  const counts = new Map(days.filter(({ day }) => day >= start).map(({ day, count }) => [day, count]));
  const most = Math.max(...counts.values());
  const offset = (new Date(`${start}T00:00:00Z`).getUTCDay() + 6) % 7;
  const daysTo = (day: string) => (Date.parse(day) - Date.parse(start)) / DAY;
  const cells = Array.from({ length: daysTo(drawnTo) + 1 }, (_, index) => {
    const day = plusDays(start, index);
    const count = counts.get(day) ?? 0;
    const place = offset + index;
    return { day, count, shade: Math.ceil((count / most) * SHADES), x: Math.floor(place / 7), y: place % 7 };
  });
  return { cells, start, end, weeks: Math.floor((offset + daysTo(end)) / 7) + 1 };
}

const DAY = 86_400_000;

/** The first day of the month that is this many months before a day's month. */
function monthsBefore(day: string, months: number): string {
  const date = new Date(`${day.slice(0, 7)}-01T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() - months);
  return date.toISOString().slice(0, 10);
}

/** Matches by day, with a column for each week. A table behind it lists the days. */
export function Calendar(props: CalendarProps) {
  const { t, format } = useUi();
  const { cells, start, end, weeks } = calendarOf(props);
  return (
    <figure class="calendar">
      <svg viewBox={`0 0 ${weeks} 7`} role="img" aria-label={t.activity}>
        <path
          class="shade-0"
          d={cells
            .filter(({ count }) => count === 0)
            .map(squareOf)
            .join('')}
        />
        {/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: it takes no focus; readers aloud say every day otherwise, which the table has. */}
        <g aria-hidden="true">
          {cells.map(({ day, count, shade, x, y }) =>
            count === 0 ? null : (
              <path class={`shade-${shade}`} d={squareOf({ x, y })}>
                <title>{t.matchesOn(format.calendarDay(day), count, format.count(count))}</title>
              </path>
            ),
          )}
        </g>
      </svg>
      <Axis class="times" marks={[start, end].map(format.calendarMonth)} />
      <AsTable
        label={t.activity}
        rows={cells.filter(({ count }) => count > 0).toReversed()}
        columns={[
          [t.date, ({ day }) => format.calendarDay(day)],
          [t.matchLog, ({ count }) => format.count(count), 'number'],
        ]}
      />
    </figure>
  );
}

/** A day of the drawing, as a path. */
function squareOf({ x, y }: { readonly x: number; readonly y: number }): string {
  return `M${x}.08 ${y}.08h.84v.84h-.84z`;
}
