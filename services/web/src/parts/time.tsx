import { useUi } from '../ui.js';

interface TimeProps {
  /** As the API has it; null: never. */
  readonly at: string | null | undefined;
  readonly form?: 'day' | 'minute';
}

/** A time in the customs of the reader; a script takes it to the zone of their browser. */
export function Time({ at, form = 'day' }: TimeProps) {
  const { t, format } = useUi();
  if (!at) return <span>{t.none}</span>;
  return (
    <time dateTime={at} data-form={form}>
      {format[form](at)}
    </time>
  );
}
