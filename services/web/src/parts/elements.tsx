import { formatOf, isMidnight } from '../format.js';
import { useUi } from '../ui.js';

interface TimeProps {
  /** A time of the API; null means never. */
  readonly at: string | null | undefined;
  readonly form?: 'day' | 'minute';
  /** The time zone of the league; that of the page if omitted. */
  readonly zone?: string;
  /** What it is of the thing around it, in the words of schema.org. */
  readonly property?: string;
  /** Whether it stays in that zone. */
  readonly isFixed?: boolean;
}

/**
 * A time in the reader's format and the league's zone. A script rewrites it in the zone of the browser. Midnight in the league's zone
 * stands for a day: no minute is shown, and no script rewrites it, because elsewhere it would be another day.
 */
export function Time({ at, form = 'day', zone, property, isFixed = false }: TimeProps) {
  const { t, locale, format: own } = useUi();
  const format = zone === undefined ? own : formatOf(locale.tag, zone);
  if (!at) return <span>{t.none}</span>;
  const isDay = isMidnight(at, format.zone);
  return (
    <time dateTime={at} data-form={isFixed || isDay ? undefined : form} itemprop={property}>
      {format[isDay && !isFixed ? 'day' : form](at)}
    </time>
  );
}
