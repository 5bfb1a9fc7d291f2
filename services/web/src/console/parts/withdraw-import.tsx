import { RestoreImportDocument, WithdrawImportDocument } from '@openladder/client/operations';
import { useUi } from '../../ui.js';
import { Form } from '../form.js';
import type { Form as Sent } from '../form-data.js';
import { type Params, withWord } from '../page.js';
import { places } from '../urls.js';
import type { Import } from './import-report.js';
import { PlanEnd, planned } from './plan.js';

/** Name of the field with the number of matches that change. */
const EXPECTED = 'expected';

function inputOf(form: Sent, params: Params) {
  return { import: params.import, expectedMatches: form.integer(EXPECTED) };
}

function importPage(word: string) {
  return (params: Params, _: unknown, form: Sent) =>
    withWord(places.import(params.league, params.import), word, form.integer(EXPECTED) ?? 0);
}

/** The action that withdraws what an import has added, as its plan has shown it. */
export const withdrawAdded = planned(WithdrawImportDocument, inputOf, importPage('importWithdrawn'));

/** The action that restores it. */
export const restoreAdded = planned(RestoreImportDocument, inputOf, importPage('restoredAll'));

/** The state of the matches that an import has added, and forms that withdraw and restore all of them. */
export function AddedMatches({ file: { accepted, addedMatches } }: { readonly file: Import }) {
  const { t, format } = useUi();
  const words = t.console.imports.undo;
  if (accepted === 0) return null;
  if (!addedMatches) return <p class="hint">{words.unknown}</p>;
  const { counting, amended, withdrawn, restorable } = addedMatches;
  const withCount = (text: (count: number, shown: string) => string, count: number) => text(count, format.count(count));
  return (
    <>
      {counting > 0 && (
        <Form action="withdraw" class="sheet wide" hidden={{ [EXPECTED]: String(counting) }}>
          <h2>{words.title}</h2>
          <p>
            {withCount(words.counting, counting)} {amended > 0 && withCount(words.amended, amended)}{' '}
            {withdrawn > 0 && withCount(words.withdrawn, withdrawn)}
          </p>
          <p class="hint">{words.why}</p>
          <PlanEnd apply={withCount(words.apply, counting)} />
        </Form>
      )}
      {restorable > 0 && (
        <Form action="restore" class="sheet wide" hidden={{ [EXPECTED]: String(restorable) }}>
          <h2>{words.restoreTitle}</h2>
          <p>{withCount(words.restorable, restorable)}</p>
          <p class="hint">{words.keepsIds}</p>
          <PlanEnd apply={withCount(words.restore, restorable)} />
        </Form>
      )}
    </>
  );
}
