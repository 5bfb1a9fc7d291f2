import { isDeepStrictEqual } from 'node:util';
import { COMMAND_LINE } from '../access/access.js';
import { isRefusal, type Refusal, Refused, refuse, shown } from '../kit/refusal.js';
import type { League } from '../league/league.js';
import { findLeague } from '../league/league.repository.js';
import { type CreateLeague, type CreateLeagueNeeds, createLeague } from '../league/league.service.js';
import { asGiven, withGivenRules } from '../league/status-rules.js';
import { checkSubmission, type MatchSubmission, type PlayingWindow } from '../match-log/checks.js';
import { atMidnight, type PassMidnightNeeds } from '../nightly/pass-midnight.js';
import { checkFormat, chooseRatingSystem, installedSystemOf, type RaterChoice } from '../raters/rating-system.js';

/** A league to create if there is none with that slug: its name is the slug if omitted. */
export type LeagueToCreate = Partial<CreateLeague> & Pick<CreateLeague, 'ratingSystem'>;

/** The league that a file is imported into; it may not exist yet. */
export interface TargetLeague {
  readonly slug: string;
  readonly system: RaterChoice;
  readonly isNew: boolean;
  /** Why the league would refuse the match, as far as the log is not needed to decide; undefined if it would accept it. */
  check(submission: MatchSubmission): Refusal | undefined;
  /** Creates the league if it does not exist; otherwise carries out its nightly run if no service has. */
  open(): Promise<League>;
}

/**
 * The league with a slug, or the one to be created.
 * @throws Refused if there is neither, the settings are bad, or the league exists with another rating system, or other
 *   rules for sides that did not finish, than those given
 */
export async function findTargetLeague(
  needs: CreateLeagueNeeds & PassMidnightNeeds,
  slug: string,
  make?: LeagueToCreate,
): Promise<TargetLeague> {
  const league = await findLeague(needs.database.manager, COMMAND_LINE, slug);
  const at = { key: ['create'], settings: ['settings'] };
  const wanted = make && chooseRatingSystem(needs.raters, make.ratingSystem, make.settings ?? {}, at);
  if (!league && !wanted) {
    throw new Refused(refuse('LEAGUE_OR_CREATE', ['league'], { value: shown(slug) }));
  }
  const system = league ? installedSystemOf(needs.raters, league) : wanted!;
  const isSame = system.rater.key === wanted?.rater.key && isDeepStrictEqual(system.settings, wanted.settings);
  if (league && wanted && !isSame) {
    const values = { ratingSystem: system.rater.key, settings: JSON.stringify(system.settings) };
    throw new Refused(refuse('SAME_RATING_SYSTEM', ['create'], { league: shown(slug), ...values }));
  }
  // Nothing else of a league changes how its matches are rated.
  const rules = make?.statusRules && asGiven(withGivenRules(null, make.statusRules));
  if (league && rules && !isDeepStrictEqual(rules, asGiven(league.statusRules))) {
    const values = { league: shown(slug), rules: JSON.stringify(asGiven(league.statusRules)) };
    throw new Refused(refuse('SAME_STATUS_RULES', ['create'], values));
  }
  const window = { now: needs.clock(), opensAt: (league ?? make)?.opensAt ?? null };
  return {
    slug,
    system,
    isNew: !league,
    check: (submission) => checkFor(system, window, submission),
    open: () =>
      league
        ? atMidnight(needs, league)
        : createLeague(needs, COMMAND_LINE, { ...make!, slug, name: make!.name ?? slug }),
  };
}

/** Why a league would refuse a match, as far as the log is not needed to decide. */
export function checkFor(
  { rater, settings }: RaterChoice,
  window: PlayingWindow,
  submission: MatchSubmission,
): Refusal | undefined {
  const checked = checkSubmission(submission, window, []);
  return isRefusal(checked) ? checked : checkFormat(rater, settings, checked, []);
}
