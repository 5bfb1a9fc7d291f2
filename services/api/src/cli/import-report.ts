import { PLACEMENT_ENDS, type PlacementEnd, type WordCounts } from '../import/cells.js';
import { type FileScan, pairsAmong } from '../import/check-file.js';
import type { Dates } from '../import/dates.js';
import type { HandleBook } from '../import/handle.js';
import type { ImportCounts } from '../import/import-matches.js';
import type { MatchFile } from '../import/match-file.js';
import type { RefusalLog, RefusedReading } from '../import/reading.js';
import { sentenceOf, shown } from '../kit/refusal.js';
import { pluralize } from '../kit/words.js';

const NAMES_SHOWN = 5;

const count = (value: number) => value.toLocaleString('en');

function line(label: string, text: string): string {
  return `  ${label.padEnd(10)}${text}`;
}

/** Facts about a file for the report, imported or only checked. */
type ReportedFile = Pick<MatchFile, 'names' | 'dates' | 'encoding' | 'skipped'>;

/** The outcome of an import. */
export interface Imported {
  readonly counts: ImportCounts;
  readonly refusals: RefusalLog;
  /** Counts of placements that were words. */
  readonly words: WordCounts;
  /** Players of the league with a rank, those who are provisional, and the number of rated matches that a rank requires. */
  readonly board: {
    readonly ranked: number;
    readonly provisional: number;
    readonly matchesForRank: number;
    /** When the newest match was played, if somebody had a rank then and nobody has one now. */
    readonly restingSince?: Date | null;
    /** A preset with which somebody would have a rank. */
    readonly preset?: { readonly name: string; readonly settings: object } | null;
  };
  readonly seconds: number;
}

/** Report of an import. */
export function importReport({ counts, refusals, words, board, seconds }: Imported, file: ReportedFile): string[] {
  const read = counts.accepted + counts.replayed + refusals.count;
  return [
    line('read', pluralize(read, 'match', 'matches')),
    line('accepted', count(counts.accepted)),
    line('replayed', `${count(counts.replayed)}${counts.replayed > 0 ? ' (already in the league)' : ''}`),
    line('refused', count(refusals.count)),
    line('time', `${seconds.toFixed(1)} s, ${pluralize(Math.round(read / seconds), 'match', 'matches')} a second`),
    ...boardLines(board),
    ...fileLines(file, words, refusals),
  ];
}

/** Report of a dry run. */
export function scanReport(found: FileScan, file: ReportedFile): string[] {
  const { matches, firstPlayedAt, lastPlayedAt, outOfOrder, refusals, words } = found;
  return [
    line('read', pluralize(matches + refusals.count, 'match', 'matches')),
    line('accepted', `${count(matches)} would be accepted, or are already in the league`),
    line('refused', `${count(refusals.count)} would be refused`),
    ...(matches > 0 ? [line('played', `${firstPlayedAt!.toISOString()} to ${lastPlayedAt!.toISOString()}`)] : []),
    ...(outOfOrder > 0
      ? [line('order', `${pluralize(outOfOrder, 'is', 'are')} out of order in the file and would be sorted by time`)]
      : []),
    ...fileLines(file, words, refusals),
  ];
}

function fileLines(
  { names, dates, encoding, skipped }: ReportedFile,
  words: WordCounts,
  refusals: RefusalLog,
): string[] {
  return [
    ...placementLines(words),
    ...skippedLines(skipped),
    ...changedNames(names),
    ...spellingsOf(names),
    ...dateLines(dates),
    ...(encoding === 'WINDOWS_1252' ? [line('encoding', 'not in UTF-8; read as Windows-1252')] : []),
    ...refusalReport(refusals),
  ];
}

function boardLines({ ranked, provisional, matchesForRank, restingSince, preset }: Imported['board']): string[] {
  const all = ranked + provisional;
  if (ranked > 0) return [line('board', `${count(ranked)} of ${count(all)} players have a rank`)];
  if (all === 0) return [];
  if (restingSince) {
    const day = restingSince.toISOString().slice(0, 10);
    return [line('board', `no ranks any more: the last match was on ${day}. The site shows the board as of then`)];
  }
  if (preset) {
    return [
      line('board', `no ranks yet: with these settings, all ${pluralize(all, 'player')} stay too uncertain.`),
      line(
        '',
        `The preset "${preset.name}" gives ranks: --settings '${JSON.stringify(preset.settings)}' for a new league,`,
      ),
      line('', 'or one click in the console, on the page of the rating system'),
    ];
  }
  if (matchesForRank > 1) {
    return [
      line(
        'board',
        `no ranks yet: all ${pluralize(all, 'player')} are provisional. A rank takes at least ${count(matchesForRank)}`,
      ),
      line('', 'rated matches, and a rating that is certain enough'),
    ];
  }
  return [
    line('board', `no ranks yet: the ratings of all ${pluralize(all, 'player')} are still too uncertain.`),
    line('', '"openladder compare" shows which settings fit the league; see docs/compare.md'),
  ];
}

/** Texts for one participant, and for several. */
const ENDS: Readonly<Record<PlacementEnd, readonly [string, string]>> = {
  last: [
    'participant did not finish, and takes last place in the match',
    'participants did not finish, and share last place in their match',
  ],
  out: ['participant is omitted', 'participants are omitted'],
};

function placementLines(words: WordCounts): string[] {
  return PLACEMENT_ENDS.flatMap((end) => {
    const counted = words.of(end);
    const total = counted.reduce((sum, { count: times }) => sum + times, 0);
    const listed = counted.map(({ word, count: times }) => `${count(times)} ${shown(word)}`).join(', ');
    return total === 0 ? [] : [line('words', `${count(total)} ${ENDS[end][total === 1 ? 0 : 1]}: ${listed}`)];
  });
}

function skippedLines(skipped: ReportedFile['skipped']): string[] {
  if (skipped.size === 0) return [];
  const total = [...skipped.values()].reduce((sum, times) => sum + times, 0);
  const listed = [...skipped].map(([word, times]) => `${count(times)} ${shown(word)}`).join(', ');
  return [line('skipped', `${pluralize(total, 'row')}: ${listed}`)];
}

/** The formats in which unreadable dates are probably written; if there are several, the user must choose. */
function dateLines({ fitting }: Dates): string[] {
  if (fitting.length === 0) return [];
  const options = fitting.map((format) => `--date-format ${format.includes(' ') ? `"${format}"` : format}`);
  if (options.length === 1) return [line('dates', `${options[0]} would read the refused dates`)];
  return [line('dates', `any of these would read the refused dates: ${options.join(' or ')}`)];
}

function changedNames(names: HandleBook): string[] {
  const changed = [...names.changed];
  if (changed.length === 0) return [];
  const examples = changed.slice(0, NAMES_SHOWN).map(([name, handle]) => `${shown(name)} is ${handle}`);
  const more = changed.length > NAMES_SHOWN ? ', …' : '';
  return [
    line('names', `${count(changed.length)} of ${count(names.size)} changed: ${examples.join(', ')}${more}`),
    line('', 'display names of new players are these names, up to 40 characters'),
    ...pairLines(pairsAmong(names.changed)),
  ];
}

function pairLines(pairs: readonly string[]): string[] {
  if (pairs.length === 0) return [];
  const advice = 'If a cell has several players, add ("/") to their column, as in side=column("/")';
  return [line('', `${count(pairs.length)} names have "/" in them, such as ${shown(pairs[0]!)}. ${advice}`)];
}

/** Players whom the file names in several ways. */
function spellingsOf({ spellings }: HandleBook): string[] {
  if (spellings.length === 0) return [];
  const examples = spellings
    .slice(0, NAMES_SHOWN)
    .map(({ handle, names }) => `${names.map(shown).join(' and ')} are ${handle}`);
  const more = spellings.length > NAMES_SHOWN ? ', …' : '';
  return [
    line(
      'spellings',
      `${pluralize(spellings.length, 'player has', 'players have')} several: ${examples.join(', ')}${more}`,
    ),
  ];
}

function refusalReport({ groups, first, count: total }: RefusalLog): string[] {
  if (total === 0) return [];
  const sentence = ({ rule, parameters }: RefusedReading) => sentenceOf(rule, parameters);
  return [
    '',
    'Refused by rule:',
    ...groups.map(({ count: times, first, lines, isUniform }) => {
      const more = times > lines.length ? ', …' : '';
      const whose = isUniform ? '' : `; the value is of line ${first.line}`;
      return `  ${count(times).padStart(7)}  ${sentence(first)} (line ${lines.join(', ')}${more}${whose})`;
    }),
    '',
    total > first.length ? `The first ${first.length} of them:` : 'Each of them:',
    ...first.map((refusal) => `  line ${refusal.line}: ${sentence(refusal)}`),
  ];
}
