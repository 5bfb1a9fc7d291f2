import { QueryFailedError } from 'typeorm';
import type { Sql } from '../kit/sql/transaction.js';
import type { League } from '../league/league.js';
import type { RatingSystem } from '../raters/rating-system.js';
import { type DerivedLines, deriveLines } from '../reading/changes.js';
import type { Findings } from './findings.js';
import type { ExpectedLine } from './fold.js';
import type { Step } from './replay.js';
import { rowsOf, type TotalOrderPlace } from './snapshot.js';

/** One line of the journal, as it is stored. */
export interface CheckedLine {
  readonly player_id: number;
  readonly played_at: Date;
  readonly sequence: number;
  readonly revision: number;
  readonly before_value: number | null;
  readonly before_deviation: number | null;
  readonly after_value: number | null;
  readonly after_deviation: number | null;
  readonly score: number;
  readonly is_provisional: boolean;
  /** 1 won, 0 drawn, -1 lost. */
  readonly verdict: number;
  /** Packed; see rating/journal-line.ts. Null if they are derived when they are read. */
  readonly contributions: readonly number[] | null;
  /** The part of the state that the rater stores; null if it stores nothing. */
  readonly memory: readonly number[] | null;
}

/** The lines of one match, by player. */
export interface CheckedEntry extends TotalOrderPlace {
  readonly lines: readonly CheckedLine[];
}

/** The current generation of the journal of a league in the total order, in pages of matches. */
export async function* journalEntries(tx: Sql, { id, generation }: League): AsyncGenerator<readonly CheckedEntry[]> {
  const pages = rowsOf<CheckedLine>(
    tx,
    'journal',
    `SELECT player_id, played_at, sequence, revision, before_value, before_deviation, after_value, after_deviation,
            score, is_provisional, verdict, contributions, memory
     FROM rating_change WHERE league_id = $1 AND generation = $2 ORDER BY played_at, sequence, player_id`,
    [id, generation],
  );
  let rest: CheckedLine[] = [];
  for await (const page of pages) {
    const entries = byMatch([...rest, ...page]);
    // The next page may have more lines of the last match.
    rest = [...entries.pop()!.lines];
    if (entries.length > 0) yield entries;
  }
  if (rest.length > 0) yield byMatch(rest);
}

function byMatch(lines: readonly CheckedLine[]): CheckedEntry[] {
  const entries: (CheckedEntry & { lines: CheckedLine[] })[] = [];
  for (const line of lines) {
    const entry = entries.at(-1);
    if (entry?.sequence === line.sequence && +entry.playedAt === +line.played_at) entry.lines.push(line);
    else entries.push({ playedAt: line.played_at, sequence: line.sequence, lines: [line] });
  }
  return entries;
}

/** The journal contains the lines of the replay, equal to the bit, and no others. */
export function checkJournal(step: Step | null, entry: CheckedEntry | null, findings: Findings): void {
  if (step?.fault) findings.add('journal', `match ${step.sequence}`, 'a match that can be rated', step.fault);
  const found = new Map(entry?.lines.map((line) => [line.player_id, line]));
  for (const expected of step?.lines ?? []) {
    const { player } = expected;
    const line = found.get(player);
    found.delete(player);
    const at = `match ${step!.sequence}, player ${player}`;
    if (line) compareLine(at, expected, line, findings);
    else findings.add('journal', at, 'a line', 'none');
  }
  for (const line of found.values()) {
    const at = `match ${line.sequence}, player ${line.player_id}`;
    findings.add('journal', at, 'no line', `a line at ${line.played_at.toISOString()}`);
  }
}

function compareLine(at: string, expected: ExpectedLine, line: CheckedLine, findings: Findings): void {
  const { before, after, verdict, contributions, memory } = expected;
  const fields = {
    before_value: before.value,
    before_deviation: before.deviation,
    after_value: after.value,
    after_deviation: after.deviation,
    score: after.score ?? Number.NEGATIVE_INFINITY,
    is_provisional: after.isProvisional,
    ...{ verdict, memory },
  };
  findings.compare('journal', at, fields, line);
  // `checkDerivedContributions` derives contributions that are not stored.
  if (line.contributions) compareContributions(at, packedLines(contributions), line.contributions, findings);
}

/** The numbers of a contribution in the journal, in this order; NaN stands for null. */
const PACKED = ['opponent', 'opponent value', 'expected', 'actual', 'weight', 'delta'];

function packedLines(contributions: ExpectedLine['contributions']): number[] {
  return contributions.flatMap(({ opponent, opponentValue, expected, actual, weight, delta }) => [
    Number(opponent),
    opponentValue ?? Number.NaN,
    expected,
    actual,
    weight,
    delta ?? Number.NaN,
  ]);
}

/** Compares packed contributions, to the bit. */
function compareContributions(
  at: string,
  expected: readonly number[],
  found: readonly number[],
  findings: Findings,
): void {
  if (expected.length !== found.length) {
    findings.add('journal', `${at}, numbers in contributions`, expected.length, found.length);
    return;
  }
  for (const [index, number] of expected.entries()) {
    if (Object.is(number, found[index])) continue;
    const contribution = 1 + Math.floor(index / PACKED.length);
    const what = `contribution ${contribution}, ${PACKED[index % PACKED.length]}`;
    findings.add('journal', `${at}, ${what}`, number, found[index]);
  }
}

/** Most contributions of a match that are stored. */
const MAX_STORED = 400;

interface CheckedStep {
  readonly step: Step;
  readonly entry: CheckedEntry;
  /** How many lines each player has before it. */
  readonly linesBefore: ReadonlyMap<number, number>;
}

/**
 * Only matches with very many contributions are stored without them, and only if the rater does not need them to restore states. The
 * contributions that readers get instead equal the replay.
 */
export async function checkDerivedContributions(
  tx: Sql,
  league: League,
  system: RatingSystem,
  { step, entry, linesBefore }: CheckedStep,
  findings: Findings,
): Promise<void> {
  const lacking = new Set(entry.lines.flatMap((line) => (line.contributions === null ? [line.player_id] : [])));
  const lines = step.lines.filter(({ player, contributions }) => lacking.has(player) && contributions.length > 0);
  if (lines.length === 0) return;
  const at = (player: number) => `match ${step.sequence}, player ${player}`;
  const { restore } = system.rater;
  const isDerivable = restore !== undefined && restore.needs !== 'all' && restore.readsContributions === false;
  if (!isDerivable || step.pairs <= MAX_STORED) {
    for (const { player, contributions } of lines) {
      findings.add('journal', `${at(player)}, contributions`, contributions.length, 'none');
    }
    return;
  }
  const numberOf = (player: number | string) => linesBefore.get(Number(player)) ?? 0;
  let derived: DerivedLines['lines'] = new Map();
  try {
    for await (const page of deriveLines(tx, league, system, [step.sequence], { numberOf })) derived = page.lines;
  } catch (error) {
    if (error instanceof QueryFailedError) throw error;
    findings.add('journal', `match ${step.sequence}, contributions`, 'derived', (error as Error).message);
    return;
  }
  for (const { player, contributions } of lines) {
    const found = derived.get(player)?.contributions ?? [];
    compareContributions(at(player), packedLines(contributions), packedLines(found), findings);
  }
}
