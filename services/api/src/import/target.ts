import { isDeepStrictEqual } from 'node:util';
import { COMMAND_LINE } from '../access/access.js';
import { isRefusal, type Refusal, Refused, refuse, shown } from '../kit/refusal.js';
import { findLeague } from '../league/league.repository.js';
import { type CreateLeagueNeeds, createLeague } from '../league/league.service.js';
import { checkSubmission } from '../match-log/checks.js';
import { checkFormat } from '../match-log/formats.js';
import type { MatchSubmission } from '../match-log/submission.js';
import { atMidnight, type PassMidnightNeeds } from '../nightly/pass-midnight.js';
import { chooseRatingSystem, installedSystemOf, type RaterChoice } from '../raters/rating-system.js';

/** A league to make where there is none of that slug. */
export interface LeagueToCreate {
  readonly ratingSystem: string;
  /** Those left out are at their defaults. */
  readonly settings?: unknown;
  /** The slug where left out. */
  readonly name?: string;
}

/** The league that a file goes into, there already or not yet. */
export interface Target {
  readonly slug: string;
  readonly system: RaterChoice;
  /** Whether `create` has something to do. */
  readonly isNew: boolean;
  /** Takes a league that is there through its newest midnight, where no service has done so. */
  refresh(): Promise<void>;
  /** Whether the league would take the match, as far as that can be told without the log. */
  check(submission: MatchSubmission): Refusal | undefined;
  /** Makes the league where it is not there. */
  create(): Promise<void>;
}

/**
 * The league of a slug, or the one to be made.
 * @throws Refused where there is neither, where the settings are bad, or where the league is there with another rating
 *   system than the one that it would be made with
 */
export async function findTarget(
  needs: CreateLeagueNeeds & PassMidnightNeeds,
  slug: string,
  make?: LeagueToCreate,
): Promise<Target> {
  const league = await findLeague(needs.database.manager, COMMAND_LINE, slug);
  const wanted =
    make &&
    chooseRatingSystem(needs.raters, make.ratingSystem, make.settings ?? {}, {
      key: ['create'],
      settings: ['settings'],
    });
  if (!league && !wanted) {
    const rule = 'league must be the slug of a league, or be created with --create <ratingSystem>';
    throw new Refused(refuse('BAD_INPUT', ['league'], `${rule}, but is ${shown(slug)}`));
  }
  const system = league ? installedSystemOf(needs.raters, league) : wanted!;
  if (league && wanted && !isSameSystem(system, wanted)) {
    const rule = `league ${shown(slug)} must have the given rating system, or --create must be omitted`;
    throw new Refused(refuse('BAD_INPUT', ['create'], `${rule}, but is ${described(system)}`));
  }
  const window = { now: needs.clock(), opensAt: league?.opensAt ?? null };
  return {
    slug,
    system,
    isNew: !league,
    check: (submission) => {
      const checked = checkSubmission(submission, window, []);
      return isRefusal(checked) ? checked : checkFormat(system.rater, system.settings, checked, []);
    },
    refresh: async () => {
      if (league) await atMidnight(needs, league);
    },
    create: async () => {
      if (!league) await createLeague(needs, COMMAND_LINE, { ...make!, slug, name: make!.name ?? slug });
    },
  };
}

function isSameSystem(one: RaterChoice, other: RaterChoice): boolean {
  return one.rater.key === other.rater.key && isDeepStrictEqual(one.settings, other.settings);
}

function described({ rater, settings }: RaterChoice): string {
  return `rated by ${rater.key} with ${JSON.stringify(settings)}`;
}
