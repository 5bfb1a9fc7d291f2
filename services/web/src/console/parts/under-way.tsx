import type { ComponentChildren } from 'preact';
import { useUi } from '../../ui.js';
import { Form } from '../form.js';

/** Whether a calculation waits or runs. */
export function isUnderWay({ status }: { readonly status: string }): boolean {
  return status === 'QUEUED' || status === 'RUNNING';
}

interface UnderWayProps {
  /** Share of the work that is done, 0 to 1. */
  readonly progress: number;
  /** The action that cancels it. */
  readonly action: string;
  /** Hidden values of the form that cancels it. */
  readonly hidden?: Readonly<Record<string, string | undefined>>;
  readonly words?: { readonly progress: string; readonly cancel: string };
  /** A description of the work. */
  readonly children?: ComponentChildren;
}

/** The progress of a long task, and a button that cancels it. */
export function UnderWay({ progress, action, hidden = {}, words, children }: UnderWayProps) {
  const { t, format } = useUi();
  const { progress: label, cancel } = words ?? t.console;
  return (
    <>
      <p data-progress={t.console.finished}>
        <progress value={progress} max={1} aria-label={label} /> {format.percent(progress)}
      </p>
      {children}
      <Form action={action} class="bare" hidden={hidden} send={cancel} looks="plain" />
    </>
  );
}

interface ComparisonUnderWayProps {
  readonly comparison: { readonly id: string; readonly isTuning: boolean; readonly progress: number };
  readonly words?: UnderWayProps['words'];
}

/** The same for a comparison, or a search for settings. */
export function ComparisonUnderWay({ comparison: { id, isTuning, progress }, words }: ComparisonUnderWayProps) {
  const hidden = { comparison: id, isTuning: isTuning ? 'yes' : undefined };
  return <UnderWay {...{ progress, action: 'cancelComparison', hidden, ...(words && { words }) }} />;
}
