import { Table } from '../../parts/elements.js';
import { useUi } from '../../ui.js';
import { labelOf, type SettingTitle, wordsOf } from '../field-labels.js';

/** One value that a change has changed. */
export interface Difference {
  /** Its name, with dots between levels; empty for the whole. */
  readonly field: string;
  /** A number, or else text; null if there was nothing, or is nothing any more. */
  readonly before: string | number | null;
  readonly after: string | number | null;
}

/** Longest value shown; the audit log may contain whole matches and settings. */
const LONGEST = 300;

interface DifferencesProps {
  readonly before: unknown;
  readonly after: unknown;
  /** The cause of the difference. */
  readonly label: string;
  /** The titles of settings. */
  readonly titleOf: SettingTitle;
}

/** The differences between two states, field by field; nothing if there are none. */
export function Differences({ label, before, after, titleOf }: DifferencesProps) {
  const ui = useUi();
  const { t } = ui;
  const changes = withoutRepeats(differences(before, after));
  if (changes.length === 0) return null;
  // If nothing was there before, its column would take a third of a phone.
  const hadBefore = changes.some((change) => (change.before ?? '') !== '');
  return (
    <Table
      class="diff"
      label={label}
      rows={changes}
      columns={[
        [t.console.audit.field, ({ field }) => labelOf(field, t, titleOf)],
        hadBefore && [t.before, ({ before }) => before !== null && <del>{wordsOf(before, ui)}</del>],
        [t.after, ({ after }) => after !== null && <ins>{wordsOf(after, ui)}</ins>],
      ]}
    />
  );
}

/** Without values that look empty, and without reported values of a side that equal the rated ones. */
export function withoutRepeats(all: readonly Difference[]): Difference[] {
  const looks = new Map(
    all.map(({ field, before, after }) => [field, [before, after].map((value) => lookOf(field, value))]),
  );
  return all.filter(({ field }) => {
    const [before, after] = looks.get(field)!;
    const rated = field.replace('.reported.', '.');
    const isRatedSo = rated !== field && JSON.stringify(looks.get(rated)) === JSON.stringify([before, after]);
    return before !== after && !isRatedSo;
  });
}

/** An empty text and an empty list look the same as none, as does a guest field that is false. */
function lookOf(field: string, value: string | number | null): string | number {
  const isNone = value === null || value === '[]' || (value === 'false' && field.endsWith('.isGuest'));
  return isNone ? '' : value;
}

/** The differences between two states of the audit log, field by field: the parts of records, and of lists of records by position. */
export function differences(before: unknown, after: unknown, field = ''): Difference[] {
  // As whole texts, long lists would be cut before the difference.
  const lists = [before ?? [], after ?? []];
  if (lists.every(isListOfRecords) && lists.flat().length > 0) {
    return differences({ ...lists[0]! }, { ...lists[1]! }, field);
  }
  // Null equals a missing value.
  if (JSON.stringify(before ?? null) === JSON.stringify(after ?? null)) return [];
  const names = [before, after].flatMap((state) => (isPlainObject(state) ? Object.keys(state) : []));
  const isOfRecords = names.length > 0 && [before, after].every((state) => state == null || isPlainObject(state));
  if (!isOfRecords) return [{ field, before: shownOf(before), after: shownOf(after) }];
  return [...new Set(names)].flatMap((name) =>
    differences(partOfState(before, name), partOfState(after, name), field === '' ? name : `${field}.${name}`),
  );
}

function partOfState(state: unknown, name: string): unknown {
  return isPlainObject(state) && Object.hasOwn(state, name) ? state[name] : undefined;
}

function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isListOfRecords(value: unknown): value is readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) && value.every(isPlainObject);
}

function shownOf(value: unknown): string | number | null {
  if (value === undefined || value === null) return null;
  if (typeof value === 'number') return value;
  const isListOfTexts = Array.isArray(value) && value.length > 0 && value.every((each) => typeof each === 'string');
  const text = isListOfTexts ? value.join(', ') : typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
