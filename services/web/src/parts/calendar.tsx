import { plusDays } from '../format.js';
import { useUi } from '../ui.js';
import { AsTable } from './elements.js';

interface Day {
  readonly day: string;
  readonly count: number;
}

const WEEKS = 53;
/** How many shades days with matches have. */
const SHADES = 4;

/** Matches by day over the year that ends with the newest one, with a column for each week. A table behind it lists the days. */
export function Calendar({ days }: { readonly days: readonly Day[] }) {
  const { t, format } = useUi();
  const counts = new Map(days.map(({ day, count }) => [day, count]));
  const most = Math.max(...counts.values());
  const last = days.at(-1)!.day;
  const weekday = (day: string) => (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
  const start = plusDays(last, -(weekday(last) + (WEEKS - 1) * 7));
  const cells = Array.from({ length: (WEEKS - 1) * 7 + weekday(last) + 1 }, (_, index) => {
    const day = plusDays(start, index);
    const count = counts.get(day) ?? 0;
    return { day, count, shade: Math.ceil((count / most) * SHADES), x: Math.floor(index / 7), y: index % 7 };
  });
  return (
    <figure class="calendar">
      <div class="weeks">
        <svg viewBox={`0 0 ${WEEKS} 7`} role="img" aria-label={t.activity}>
          <path
            class="shade-0"
            d={cells
              .filter(({ count }) => count === 0)
              .map(squareOf)
              .join('')}
          />
          {cells.map(({ day, count, shade, x, y }) =>
            count === 0 ? null : (
              <path class={`shade-${shade}`} d={squareOf({ x, y })}>
                <title>{t.matchesOn(format.calendarDay(day), count, format.count(count))}</title>
              </path>
            ),
          )}
        </svg>
      </div>
      <ol class="times" aria-hidden="true">
        <li>{format.calendarMonth(start)}</li>
        <li>{format.calendarMonth(last)}</li>
      </ol>
      <AsTable columns={[t.date, [t.matchLog, 'number']]}>
        {days.toReversed().map(({ day, count }) => (
          <tr>
            <th scope="row">{format.calendarDay(day)}</th>
            <td class="number">{format.count(count)}</td>
          </tr>
        ))}
      </AsTable>
    </figure>
  );
}

/** A day of the drawing, as a path. */
function squareOf({ x, y }: { readonly x: number; readonly y: number }): string {
  return `M${x}.08 ${y}.08h.84v.84h-.84z`;
}
