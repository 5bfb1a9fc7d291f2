import { shown } from '../kit/refusal.js';
import type { MatchFile } from './match-file.js';

const SHOWN = 20;

/** Why a file as a whole cannot be imported. */
export interface Blocker {
  /** A clause that follows "in <file>, ". */
  readonly problem: string;
  /** What it is about, in the order of the file. */
  readonly listed: readonly string[];
  readonly advice: string | null;
}

/** Why a surveyed file cannot be imported; null if it can. */
export function blockerOf(file: Pick<MatchFile, 'names' | 'scattered'>): Blocker | null {
  return collisionsIn(file) ?? scatteredIn(file);
}

function collisionsIn({ names: { collisions } }: Pick<MatchFile, 'names'>): Blocker | null {
  if (collisions.length === 0) return null;
  return {
    problem: `different names make the same player (${collisions.length}):`,
    listed: firstOf(collisions.map(({ handle, names }) => `${names.map(shown).join(' and ')} would all be ${handle}`)),
    advice: "Spell each player's name in one way, and different players' names in different ways.",
  };
}

function scatteredIn({ scattered }: Pick<MatchFile, 'scattered'>): Blocker | null {
  if (scattered.size === 0) return null;
  return {
    problem: `the rows of a match must be next to each other, but are not for ${scattered.size}:`,
    listed: firstOf([...scattered].map(shown)),
    advice: 'Sort the file by the columns of "match".',
  };
}

function firstOf(lines: readonly string[]): readonly string[] {
  return lines.length > SHOWN ? [...lines.slice(0, SHOWN), '…'] : lines;
}
