import { randomInt } from 'node:crypto';
import { type Refusal, Refused, refuse, refuseAny, shown } from '../kit/refusal.js';
import type { LeagueTable } from './league.table.js';

/** What happens to a match that was played before the newest rated one. */
export type LateMatches = League['lateMatches'];

/** A match log with one official rating system at a time. */
export type League = Omit<LeagueTable, 'packedGeneration'>;

/** A league as one write left it. */
export type LeagueStamp = Pick<League, 'version' | 'mark'>;

/** Whether nothing was written to a league between two looks at it, and no write was lost. */
export function isSameStamp(one: LeagueStamp | undefined, other: LeagueStamp | undefined): boolean {
  return one !== undefined && one.version === other?.version && one.mark === other.mark;
}

/** Above 0, which leagues have that nothing was written to; JavaScript counts further than that. */
const MARKS = 2 ** 47;

/** A mark for a write that is about to be made. */
export function newMark(): number {
  return randomInt(1, MARKS);
}

/** The refusal of writes to an archived league. @param path location of what would be written */
export function checkArchived(
  { slug, archivedAt }: Pick<League, 'slug' | 'archivedAt'>,
  path: readonly (string | number)[],
): Refusal | undefined {
  if (!archivedAt) return undefined;
  return refuse('ARCHIVED', path, { league: slug, archivedAt: archivedAt.toISOString() });
}

/** @throws Refused if the league is archived */
export function refuseArchived(league: Pick<League, 'slug' | 'archivedAt'>): void {
  refuseAny(checkArchived(league, ['input', 'league']));
}

/**
 * The refusal of a slug that leads to no league that the caller may know of.
 * @param path location of the slug in the input
 */
export function unknownLeague(slug: string, path: readonly (string | number)[] = ['input', 'league']): Refused {
  return new Refused(refuse('LEAGUE_SLUG', path, { value: shown(slug) }));
}

/** The league was deleted after the caller had found it. */
export class LeagueDeleted extends Refused {
  constructor() {
    super(refuse('LEAGUE_DELETED', ['input', 'league']));
  }
}
