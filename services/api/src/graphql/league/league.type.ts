import { Float, Int } from 'type-graphql';
import type { Visibility } from '../../access/access.js';
import type { LateMatches } from '../../league/league.js';
import { LeagueChancesType } from '../compare/chances.type.js';
import { type ComputedField, field, nodeType, optional } from '../declare.js';
import { DateTimeScalar, enumOf } from '../scalars.js';

export const VisibilityEnum = enumOf<Visibility>('Visibility', 'Visibility of a league.', {
  PUBLIC: 'Everyone.',
  PRIVATE: 'Callers whose token names the league; it does not exist for anyone else.',
});

export const LateMatchesEnum = enumOf<LateMatches>(
  'LateMatches',
  'What happens to late matches: those played before the newest rated match.',
  {
    REPLAY: 'The match is inserted in its place and later matches are rated again.',
    REJECT: 'The match is rejected with LATE_MATCH.',
  },
);

export const LeagueType = nodeType('League', 'A match log with one official rating system at a time.', {
  slug: field(
    String,
    'Unique name in URLs: lower-case letters, digits and dashes. Former slugs lead to the league as well.',
  ),
  name: field(String, 'Display name.'),
  description: field(String, 'What the league is about; empty if there is no description.'),
  hue: optional(
    Int,
    'Angle of the colour that the league chose, from 0 to 359 degrees as in CSS `oklch`: 25 is red, 140 green, 250 blue. Null if it chose none.',
  ),
  visibility: field(VisibilityEnum, 'Who may read the league.'),
  lateMatches: field(LateMatchesEnum, 'What happens to late matches.'),
  opensAt: optional(DateTimeScalar, 'Earliest time at which a match may be played; null if there is no limit.'),
  timeZone: field(String, "IANA name of the time zone in which the league's days end at midnight."),
  refreshedThrough: field(
    DateTimeScalar,
    "Latest midnight in the league's time zone. Ratings that change with time are shown as of then.",
  ),
  minMatches: field(
    Int,
    'Rated matches that a player needs for a rank by the rules of the league. Until then they are provisional. The rating system may require more: see `matchesForRank`.',
  ),
  chanceFit: optional(
    LeagueChancesType,
    "How the league fits the chances of its rating system to its history; null: it shows the rating system's own.",
  ),
  activeWithin: optional(
    Int,
    'Days within which a player must have played for a rank; null if there is no limit. Counted back from `refreshedThrough`, so players lose their ranks at midnight, and regain them with their next match.',
  ),
  placePoints: optional(
    [Float],
    'Points that a race gives by place, from the first on, such as 25, 18 and 15; places behind them give none. Ratings do not depend on it. Null if the league has no points.',
  ),
  createdAt: field(DateTimeScalar, 'When the league was created.'),
  archivedAt: optional(
    DateTimeScalar,
    'When the league was archived; null if it is open. An archived league can only be read, and its board stays as it was.',
  ),
  matchCount: field(Int, 'Number of matches in the log, including void ones.'),
  playerCount: field(Int, 'Number of players with at least one rated match.'),
});

/** The league that an object belongs to. */
export function itsLeague(description = 'The league.'): ComputedField<{ readonly leagueId: number }> {
  return field(LeagueType, description, ({ leagueId }, { loaders }) => loaders.league.load(leagueId));
}
