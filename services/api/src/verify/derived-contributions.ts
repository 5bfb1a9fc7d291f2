import { QueryFailedError } from 'typeorm';
import type { Sql } from '../kit/sql/transaction.js';
import type { League } from '../league/league.js';
import type { RatingSystem } from '../raters/rating-system.js';
import { type DerivedLines, deriveLines } from '../reading/derived-contributions.js';
import type { Findings } from './findings.js';
import { compareContributions, packed } from './journal.js';
import type { CheckedEntry } from './journal-entries.js';
import type { Step } from './replay.js';

/** Most contributions of a match that are stored. */
const MOST_STORED = 400;

/**
 * Only matches with very many contributions are stored without them, and only if the rater does not need them to restore states. Those
 * that readers get instead equal the replay.
 */
export async function checkDerivedContributions(
  tx: Sql,
  league: League,
  system: RatingSystem,
  step: Step,
  entry: CheckedEntry,
  findings: Findings,
): Promise<void> {
  const lacking = new Set(entry.lines.flatMap((line) => (line.contributions === null ? [line.player_id] : [])));
  const lines = step.lines.filter(({ player, contributions }) => lacking.has(player) && contributions.length > 0);
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
