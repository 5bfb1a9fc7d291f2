import { Refused, refuse, shown } from '../kit/refusal.js';
import { checkFormat } from '../match-log/checks.js';
import type { StoredMatch } from '../match-log/match.js';
import type { RatingSystem } from '../raters/rating-system.js';

/**
 * Checks a match that was not checked for this rating system when it was submitted: the league had another system then, the match
 * was void, or two handles in it became one player since.
 * @throws Refused
 */
export function checkReplayable({ rater, settings }: RatingSystem, match: StoredMatch): void {
  const incompatibility = checkFormat(rater, settings, match, ['input']);
  if (incompatibility) {
    throw new Refused(
      refuse('UNRATABLE_MATCH', ['input'], { match: shown(match.externalId), problem: incompatibility }),
    );
  }
  checkMeetings(match);
}

/**
 * No player may play against themselves. A match between two handles may be submitted while they are being merged.
 * @throws Refused
 */
function checkMeetings({ externalId, sides }: StoredMatch): void {
  const people = sides.flatMap((side) => side.participants.map(({ playerId }) => playerId));
  if (new Set(people).size === people.length) return;
  throw new Refused(refuse('PLAYED_EACH_OTHER', ['input', 'into'], { match: shown(externalId) }));
}

/** The rater failed on a match of the tail. */
export class ReplayFailed extends Refused {
  readonly externalId: string;

  constructor({ externalId }: StoredMatch, message: string) {
    super(refuse('RATER_FAILED_ON_MATCH', ['input'], { match: shown(externalId), problem: message }));
    this.externalId = externalId;
  }
}
