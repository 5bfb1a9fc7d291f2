import { TableHead } from '../../parts/table.js';
import { useUi } from '../../ui.js';
import { labelOf, type SettingTitle, wordsOf } from '../audit-labels.js';
import { differences } from '../differences.js';

interface DifferencesProps {
  readonly before: unknown;
  readonly after: unknown;
  /** What settings are called. */
  readonly titleOf: SettingTitle;
}

/** What is different between two states of something, field by field; nothing if nothing is. */
export function Differences({ before, after, titleOf }: DifferencesProps) {
  const { t } = useUi();
  // An empty text looks like none.
  const changes = differences(before, after).filter((change) => (change.before ?? '') !== (change.after ?? ''));
  if (changes.length === 0) return null;
  // Where nothing was before, a column for it would take a third of a phone.
  const hadBefore = changes.some((change) => (change.before ?? '') !== '');
  return (
    <table class="diff">
      <TableHead columns={[t.console.audit.field, hadBefore && t.before, t.after]} />
      <tbody>
        {changes.map(({ field, before, after }) => (
          <tr>
            <th scope="row">{labelOf(field, t, titleOf)}</th>
            {hadBefore && <td>{before !== null && <del>{wordsOf(before, t)}</del>}</td>}
            <td>{after !== null && <ins>{wordsOf(after, t)}</ins>}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
