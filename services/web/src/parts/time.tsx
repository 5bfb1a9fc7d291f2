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
 * A time in the reader's format and the league's zone. A script rewrites it in the zone of the browser, but not midnight in the league's
 * zone: it stands for a day, and elsewhere it would be another one.
 */
export function Time({ at, form = 'day', zone, property, isFixed = false }: TimeProps) {
  const { t, locale, format: own } = useUi();
  const format = zone === undefined ? own : formatOf(locale.tag, zone);
  if (!at) return <span>{t.none}</span>;
  const stays = isFixed || isMidnight(at, format.zone);
  return (
    <time dateTime={at} data-form={stays ? undefined : form} itemprop={property}>
      {format[form](at)}
    </time>
  );
}
