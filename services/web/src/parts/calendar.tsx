import { dayOf, plusDays } from '../query.js';
import { useUi } from '../ui.js';

interface Day {
  readonly day: string;
  readonly count: number;
}

const WEEKS = 53;
/** Shades beside that of a day without matches. */
const SHADES = 4;

/** Matches by day over a year up to the last of them, a column a week, with a table of months behind it. */
export function Calendar({ days }: { readonly days: readonly Day[] }) {
  const { t, format } = useUi();
  const counts = new Map(days.map(({ day, count }) => [day, count]));
  const most = Math.max(...counts.values());
  const last = days.at(-1)!.day;
  const weekday = (day: string) => (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
  const start = plusDays(last, -(weekday(last) + (WEEKS - 1) * 7));
  const cells = Array.from({ length: (WEEKS - 1) * 7 + weekday(last) + 1 }, (_, index) => {
    const day = dayOf(`${plusDays(start, index)}T00:00:00Z`);
    const count = counts.get(day) ?? 0;
    return { day, count, shade: Math.ceil((count / most) * SHADES), x: Math.floor(index / 7), y: index % 7 };
  });
  const months = new Map<string, number>();
  for (const { day, count } of days) months.set(day.slice(0, 7), (months.get(day.slice(0, 7)) ?? 0) + count);
  return (
    <figure class="calendar">
      <div class="weeks">
        <svg viewBox={`0 0 ${WEEKS} 7`} role="img" aria-label={t.activity}>
          {cells.map(({ count, shade, x, y }) => (
            <rect class={`shade-${count === 0 ? 0 : shade}`} x={x + 0.08} y={y + 0.08} width="0.84" height="0.84" />
          ))}
        </svg>
      </div>
      <ol class="times" aria-hidden="true">
        <li>{format.month(start)}</li>
        <li>{format.month(last)}</li>
      </ol>
      <details>
        <summary>{t.asTable}</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">{t.date}</th>
              <th scope="col" class="number">
                {t.matchLog}
              </th>
            </tr>
          </thead>
          <tbody>
            {[...months].map(([month, count]) => (
              <tr>
                <th scope="row">{format.month(`${month}-01`)}</th>
                <td class="number">{format.count(count)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}
