import type { HandleBook } from '../import/handle.js';
import type { ImportCounts } from '../import/import-matches.js';
import type { RefusedReading } from '../import/reading.js';
import type { RefusalLog } from '../import/refusal-log.js';
import type { Survey } from '../import/survey.js';
import { shown } from '../kit/refusal.js';

const NAMES_SHOWN = 5;

const count = (value: number) => value.toLocaleString('en');

function line(label: string, text: string): string {
  return `  ${label.padEnd(10)}${text}`;
}

/** What an import did, for its end. */
export function importReport(counts: ImportCounts, refusals: RefusalLog, names: HandleBook, seconds: number): string[] {
  const read = counts.accepted + counts.replayed + refusals.count;
  return [
    line('read', `${count(read)} matches`),
    line('accepted', count(counts.accepted)),
    line('replayed', `${count(counts.replayed)}${counts.replayed > 0 ? ' (in the league already)' : ''}`),
    line('refused', count(refusals.count)),
    line('time', `${seconds.toFixed(1)} s, ${count(Math.round(read / seconds))} matches a second`),
    ...changedNames(names),
    ...refusalReport(refusals),
  ];
}

/** What a file holds, for a dry run. */
export function surveyReport(found: Survey, names: HandleBook): string[] {
  const { matches, firstPlayedAt, lastPlayedAt, outOfOrder, refusals } = found;
  return [
    line('read', `${count(matches + refusals.count)} matches`),
    line('accepted', `${count(matches)} would be, or are in the league already`),
    line('refused', `${count(refusals.count)} would be`),
    ...(matches > 0 ? [line('played', `${firstPlayedAt!.toISOString()} to ${lastPlayedAt!.toISOString()}`)] : []),
    ...(outOfOrder > 0
      ? [line('order', `${count(outOfOrder)} come late in the file; it would be sorted by time`)]
      : []),
    ...changedNames(names),
    ...refusalReport(refusals),
  ];
}

function changedNames(names: HandleBook): string[] {
  const changed = [...names.changed];
  if (changed.length === 0) return [];
  const examples = changed.slice(0, NAMES_SHOWN).map(([name, handle]) => `${shown(name)} is ${handle}`);
  const more = changed.length > NAMES_SHOWN ? ', …' : '';
  return [line('names', `${count(changed.length)} of ${count(names.size)} changed: ${examples.join(', ')}${more}`)];
}

function refusalReport({ groups, first, count: total }: RefusalLog): string[] {
  if (total === 0) return [];
  return [
    '',
    'Refused, by rule:',
    ...groups.map(({ count: times, first: { field, rule }, lines }) => {
      const more = times > lines.length ? ', …' : '';
      return `  ${count(times).padStart(7)}  ${field} ${rule} (line ${lines.join(', ')}${more})`;
    }),
    '',
    total > first.length ? `The first ${first.length} of them:` : 'Each of them:',
    ...first.map((refusal) => `  ${sentence(refusal)}`),
  ];
}

function sentence({ line, field, rule, value }: RefusedReading): string {
  return `line ${line}: ${field} ${rule}, but is ${shown(value)}`;
}
