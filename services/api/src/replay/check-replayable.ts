import { Refused, refuse, shown } from '../kit/refusal.js';
import { checkFormat } from '../match-log/formats.js';
import type { StoredMatch } from '../match-log/match.js';
import type { RatingSystem } from '../raters/rating-system.js';
import { checkMeetings } from './merge-rules.js';

/**
 * Matches get here that no submission under this system checked: those of another one, void ones of its time, and those
 * in which two handles of one person take part.
 * @throws Refused
 */
export function checkReplayable({ rater, settings }: RatingSystem, match: StoredMatch): void {
  const misfit = checkFormat(rater, settings, match, ['input']);
  if (misfit) {
    throw new Refused(refuse('UNRATABLE_MATCHES', ['input'], `match ${shown(match.externalId)}: ${misfit.message}`));
  }
  checkMeetings(match);
}

/** The rater failed on a match of the tail. */
export class ReplayFailed extends Refused {
  readonly externalId: string;

  constructor({ externalId }: StoredMatch, message: string) {
    super(refuse('RATER_FAILED', ['input'], `match ${shown(externalId)}: ${message}`));
    this.externalId = externalId;
  }
}
