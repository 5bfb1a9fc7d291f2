import { QueryFailedError } from 'typeorm';
import type { Sql } from '../kit/sql/transaction.js';
import type { League } from '../league/league.js';
import type { RatingSystem } from '../raters/rating-system.js';
import { type DerivedLines, deriveLines } from '../rating/left-out.js';
import type { Findings } from './findings.js';
import { compareContributions, packed } from './journal.js';
import type { CheckedEntry } from './journal-entries.js';
import type { Step } from './replay.js';

/** Contributions that a match may have to be stored with all of them. */
const MOST_STORED = 400;

/**
 * Contributions are left out only of matches that have very many, under a rater whose states need none of them; what a reader is
 * given in their place is what the replay makes.
 */
export async function checkLeftOut(
  tx: Sql,
  league: League,
  system: RatingSystem,
  step: Step,
  entry: CheckedEntry,
  findings: Findings,
): Promise<void> {
  const leftOut = new Set(entry.lines.flatMap((line) => (line.contributions === null ? [line.player_id] : [])));
  const lines = step.lines.filter(({ player, contributions }) => leftOut.has(player) && contributions.length > 0);
  if (lines.length === 0) return;
  const at = (player: number) => `match ${step.sequence}, player ${player}`;
  const { restore } = system.rater;
  const isDerivable = restore?.needs === 'last' && restore.readsContributions === false;
  if (!isDerivable || step.pairs <= MOST_STORED) {
    for (const { player, contributions } of lines) {
      findings.add('journal', `${at(player)}, contributions`, contributions.length, 'none');
    }
    return;
  }
  const derived = await derive(tx, league, system, step.sequence).catch((error: unknown) => {
    if (error instanceof QueryFailedError) throw error;
    findings.add('journal', `match ${step.sequence}, contributions`, 'derived', (error as Error).message);
  });
  if (!derived) return;
  for (const { player, contributions } of lines) {
    const found = derived.get(player)?.contributions ?? [];
    compareContributions(at(player), packed(contributions), packed(found), findings);
  }
}

async function derive(tx: Sql, league: League, system: RatingSystem, sequence: number): Promise<DerivedLines['lines']> {
  for await (const { lines } of deriveLines(tx, league, system, [sequence])) return lines;
  return new Map();
}
