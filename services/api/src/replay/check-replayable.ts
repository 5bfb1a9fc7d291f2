import { Refused, refuse, shown } from '../kit/refusal.js';
import { checkFormat } from '../match-log/formats.js';
import type { StoredMatch } from '../match-log/match.js';
import type { RatingSystem } from '../raters/rating-system.js';

/**
 * Checks a match that no submission checked for this system: one submitted under another system, one that was void then, or
 * one in which two handles of one person take part.
 * @throws Refused
 */
export function checkReplayable({ rater, settings }: RatingSystem, match: StoredMatch): void {
  const misfit = checkFormat(rater, settings, match, ['input']);
  if (misfit) {
    throw new Refused(refuse('UNRATABLE_MATCHES', ['input'], `match ${shown(match.externalId)}: ${misfit.message}`));
  }
  checkMeetings(match);
}

/**
 * No player meets themselves. A match of two handles of one person may have come while they were being merged.
 * @throws Refused
 */
function checkMeetings({ externalId, sides }: StoredMatch): void {
  const people = sides.flatMap((side) => side.participants.map(({ playerId }) => playerId));
  if (new Set(people).size === people.length) return;
  const message = `players must not have met, because they become one person, but they did in match ${shown(externalId)}`;
  throw new Refused(refuse('BAD_INPUT', ['input', 'into'], message));
}

/** The rater failed on a match of the tail. */
export class ReplayFailed extends Refused {
  readonly externalId: string;

  constructor({ externalId }: StoredMatch, message: string) {
    super(refuse('RATER_FAILED', ['input'], `match ${shown(externalId)}: ${message}`));
    this.externalId = externalId;
  }
}
