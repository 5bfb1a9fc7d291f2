import { totalCountOf, unreachableOf } from './connection.js';
import { LeagueConnection } from './league/league.type.js';
import { MatchConnection } from './match/match.type.js';
import { PlayerConnection } from './player/player.type.js';
import { OpponentRecordConnection } from './rating/opponents.type.js';
import { RatingConnection, StandingConnection } from './rating/rating.type.js';

/** The lists whose length people want to know. */
export const StandingCount = totalCountOf(() => StandingConnection, 'places on the board');
export const MatchCount = totalCountOf(() => MatchConnection, 'matches that pass the filters');
export const PlayerCount = totalCountOf(() => PlayerConnection, 'players that the search finds', 100);
export const LeagueCount = totalCountOf(
  () => LeagueConnection,
  'leagues that the caller may read and the search finds',
  100,
);
export const OpponentCount = totalCountOf(() => OpponentRecordConnection, 'opponents');

/** The lists over all leagues, some of which may be on a server that is away. */
export const UnreachableLeagues = unreachableOf(() => LeagueConnection);
export const UnreachableRatings = unreachableOf(() => RatingConnection);
