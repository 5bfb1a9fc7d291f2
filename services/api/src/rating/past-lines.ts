import type { League } from '../league/league.js';

/** The lines that a past moment shows. */
export interface AsOfLines {
  readonly leagueId: number;
  /** Only of matches played by then; null: all. */
  readonly asOf: Date | null;
  /** The newest sequence that was known, 0 if none was; null for what is known now. */
  readonly knownSequence: number | null;
  /** The derivation that was official. */
  readonly revision: number;
  readonly generation: number;
}

/** The lines of a league as it is now. */
export function presentLines({ id, revision, generation }: Pick<League, 'id' | 'revision' | 'generation'>): AsOfLines {
  return { leagueId: id, asOf: null, knownSequence: null, revision, generation };
}
