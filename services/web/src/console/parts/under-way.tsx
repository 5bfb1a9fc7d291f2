import type { ConsoleRatingQuery } from '../../operations.js';
import { useUi } from '../../ui.js';
import { Form, Send } from '../form.js';

type Comparison = NonNullable<ConsoleRatingQuery['league']>['comparisons']['nodes'][number];

/** Whether a comparison waits or runs. */
export function isUnderWay({ status }: Pick<Comparison, 'status'>): boolean {
  return status === 'QUEUED' || status === 'RUNNING';
}

interface UnderWayProps {
  readonly comparison: Comparison;
  readonly words: { readonly progress: string; readonly cancel: string };
}

/** How far a comparison is, and a button that cancels it. */
export function UnderWay({ comparison: { id, isTuning, progress }, words }: UnderWayProps) {
  const { format } = useUi();
  const hidden = { comparison: id, isTuning: isTuning ? 'yes' : undefined };
  return (
    <>
      <p data-progress>
        <progress value={progress} max={1} aria-label={words.progress} /> {format.percent(progress)}
      </p>
      <Form action="cancelComparison" class="bare" hidden={hidden}>
        <Send looks="plain">{words.cancel}</Send>
      </Form>
    </>
  );
}
