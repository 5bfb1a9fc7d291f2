import { Float, Int } from 'type-graphql';
import { beginWork } from '../../kit/paging/response-size.js';
import type { League } from '../../league/league.js';
import { keptByVersion } from '../../league/league-reader.js';
import { MAX_COUNTED, MAX_PLAYERS, type Period, readPeriod } from '../../reading/period.repository.js';
import { computedList, computeFields, field, objectType, optional } from '../declare.js';
import { itsPlayer } from '../player/player.type.js';
import { checkTime, DateTimeScalar } from '../scalars.js';
import { LeagueType } from './league.type.js';

/** Matches whose lines are counted along an index in the time of a point. */
const MATCHES_PER_POINT = 50;

const PeriodPlayerType = objectType('PeriodPlayer', 'A player in a period of a league.', {
  matchCount: field(Int, 'Number of rated matches in the period.'),
  change: optional(
    Float,
    'Points gained by the end of the period since the newest match before it; null if the player had no value then, or has none at the end.',
  ),
  player: itsPlayer('The player.'),
});

const LeaguePeriodType = objectType('LeaguePeriod', 'What a period of a league came to.', {
  matchCount: field(Int, 'Number of matches that count and were played in the period.'),
  playerCount: field(Int, `Number of players with a rated match in the period, among those who are looked at.`),
  newcomerCount: field(Int, 'Number of these players without a rated match before the period.'),
  correctionCount: field(
    Int,
    `Number of corrections made in the period, among the newest ${MAX_COUNTED.toLocaleString('en')} of the league.`,
  ),
  mostActive: computedList(
    PeriodPlayerType,
    'Players with the most rated matches in the period, without hidden ones.',
    5,
    ({ mostActive }: Period) => mostActive,
  ),
  climbers: computedList(
    PeriodPlayerType,
    'Players who gained points in the period, the most first by `PeriodPlayer.change`, without hidden ones.',
    5,
    ({ climbers }: Period) => climbers,
  ),
});

computeFields<League>(LeagueType, {
  period: field(
    LeaguePeriodType,
    `What happened in a period, such as a year: how many played how much, and who climbed. Of players, at most the ${MAX_PLAYERS.toLocaleString('en')} with the most matches are looked at, of those who played in the period or later.`,
    {
      args: {
        from: field(DateTimeScalar, 'Only matches played, and corrections made, at or after this time.'),
        to: field(DateTimeScalar, 'Only those before this time.'),
      },
      cost: { work: 150 },
    },
    (league, { app, size }, { from, to }) => {
      const window = { from: checkTime('from', from)!, to: checkTime('to', to)! };
      const points = Math.ceil(Math.min(league.playerCount, MAX_PLAYERS) + league.matchCount / MATCHES_PER_POINT);
      const read = async () => {
        await beginWork(size, points);
        return readPeriod(app.reads, league, window);
      };
      return keptByVersion(league, 'period', read, window);
    },
  ),
});
