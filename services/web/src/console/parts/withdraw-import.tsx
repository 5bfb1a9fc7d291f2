import { RestoreImportDocument, WithdrawImportDocument } from '@openladder/client/operations';
import type { PageRequest } from '../../page.js';
import { useUi } from '../../ui.js';
import { Reason } from '../fields.js';
import { Form } from '../form.js';
import type { Form as Sent } from '../form-data.js';
import { defineAction, withWord } from '../page.js';
import type { Import } from '../pages/import.js';
import { places } from '../urls.js';
import { isApplied, PlanButtons, plannedInput } from './plan.js';

/** Name of the field with the number of matches that change. */
const EXPECTED = 'expected';

function inputOf(form: Sent, { params }: PageRequest) {
  return { input: plannedInput(form, { import: params.import!, expectedMatches: form.integer(EXPECTED) }) };
}

function placeAfter(isInJob: boolean, word: string, form: Sent, { params }: PageRequest) {
  if (!isApplied(form)) return null;
  const league = params.league!;
  if (isInJob) return withWord(places.league(league), 'recomputing');
  return withWord(places.import(league, params.import!), word, form.integer(EXPECTED) ?? 0);
}

/** The action that withdraws what an import has added, as its plan has shown it. */
export const withdrawAdded = defineAction({
  document: WithdrawImportDocument,
  variables: inputOf,
  done: ({ withdrawImport }, form, request) =>
    placeAfter(withdrawImport.recompute !== null, 'importWithdrawn', form, request),
});

/** The action that restores it. */
export const restoreAdded = defineAction({
  document: RestoreImportDocument,
  variables: inputOf,
  done: ({ restoreImport }, form, request) =>
    placeAfter(restoreImport.recompute !== null, 'restoredAll', form, request),
});

/** What became of the matches that an import has added, and forms that withdraw and restore all of them. */
export function AddedMatches({ file: { accepted, addedMatches } }: { readonly file: Import }) {
  const { t } = useUi();
  const words = t.console.imports.undo;
  if (accepted === 0) return null;
  if (!addedMatches) return <p class="hint">{words.unknown}</p>;
  const { counting, restorable } = addedMatches;
  return (
    <>
      {counting > 0 && <Withdraw added={addedMatches} />}
      {restorable > 0 && <Restore added={addedMatches} />}
    </>
  );
}

interface PartProps {
  readonly added: NonNullable<Import['addedMatches']>;
}

function Withdraw({ added: { counting, amended, withdrawn } }: PartProps) {
  const { t, format } = useUi();
  const words = t.console.imports.undo;
  return (
    <Form action="withdraw" class="sheet wide" hidden={{ [EXPECTED]: String(counting) }}>
      <h2>{words.title}</h2>
      <p>
        {words.counting(counting, format.count(counting))}{' '}
        {amended > 0 && words.amended(amended, format.count(amended))}{' '}
        {withdrawn > 0 && words.withdrawn(withdrawn, format.count(withdrawn))}
      </p>
      <p class="hint">{words.why}</p>
      <Reason required />
      <PlanButtons apply={words.apply(counting, format.count(counting))} />
    </Form>
  );
}

function Restore({ added: { restorable } }: PartProps) {
  const { t, format } = useUi();
  const words = t.console.imports.undo;
  return (
    <Form action="restore" class="sheet wide" hidden={{ [EXPECTED]: String(restorable) }}>
      <h2>{words.restoreTitle}</h2>
      <p>{words.restorable(restorable, format.count(restorable))}</p>
      <p class="hint">{words.keepsIds}</p>
      <Reason required />
      <PlanButtons apply={words.restore(restorable, format.count(restorable))} />
    </Form>
  );
}
