import { Int } from 'type-graphql';
import { checkFirst } from '../../kit/paging/page.js';
import { beginWork } from '../../kit/paging/response-size.js';
import type { League } from '../../league/league.js';
import type { StoredMatch } from '../../match-log/match.js';
import {
  findTeam,
  listTeams,
  MAX_OF_TEAM,
  MAX_SEARCHED,
  type NamedTeam,
  type TeamFigures,
} from '../../reading/team.js';
import { computedList, computeFields, field, firstOf, objectType, optional } from '../declare.js';
import { countParticipants, MatchType, NO_RESULT } from '../match/match.type.js';
import { itsPlayer } from '../player/player.type.js';
import { DateTimeScalar } from '../scalars.js';
import { sizedList } from '../selection.js';
import { itsLeague, LeagueType } from './league.type.js';

/** Matches that are read in the time of a point. */
const MATCHES_PER_POINT = 10;

const TeamMemberType = objectType('TeamMember', 'A player of a team.', {
  matchCount: field(Int, 'Number of matches for the team.'),
  lastPlayedAt: field(DateTimeScalar, 'When the newest of these was played.'),
  player: itsPlayer('The player, including guests.'),
});

const TeamRecordType = objectType('TeamRecord', "A team's record against another one.", {
  name: field(String, 'Name of the other team.'),
  matchCount: field(Int, `Number of matches with both. ${NO_RESULT}`),
  wins: field(Int, 'Number of these in which the team finished ahead of the other one.'),
  draws: field(Int, 'Number of these with the same place.'),
  losses: field(Int, 'Number of these in which the other one finished ahead.'),
});

const TeamType = objectType('Team', 'Sides of a league with the same name.', {
  name: field(String, 'The name.'),
  matchCount: field(
    Int,
    `Number of matches, at most ${MAX_OF_TEAM}. Those in which the team, or all others, did not start and are not rated have no result.`,
  ),
  wins: field(Int, 'Number of these that the team won outright.'),
  draws: field(Int, 'Number of these in which the team shared first place.'),
  losses: field(Int, 'Number of these in which another side finished ahead.'),
  members: computedList(
    TeamMemberType,
    'Who played for the team, the most matches first.',
    20,
    ({ members }: TeamFigures) => members,
  ),
  opponents: computedList(
    TeamRecordType,
    'Teams that it met, the most meetings first.',
    20,
    ({ opponents }: TeamFigures) => opponents,
  ),
  matches: field(
    [MatchType],
    'The newest matches of the team, newest first.',
    { args: firstOf(20) },
    ({ matches }: TeamFigures, { size }, { first }, info) => {
      const shown = matches.slice(0, checkFirst(first));
      for (const match of shown) countParticipants(size, match);
      return sizedList<StoredMatch>(size, info, shown);
    },
  ),
});

export const NamedTeamType = objectType(
  'NamedTeam',
  'A name that sides of a league have or had: `League.team` has its figures.',
  {
    teamName: field(String, 'The name.', ({ teamName }: NamedTeam) => teamName),
    league: itsLeague(),
  },
);

computeFields<League>(LeagueType, {
  teams: field(
    [NamedTeamType],
    'Teams of the league, by name.',
    { args: firstOf(20) },
    async ({ id }, { app, size }, { first }, info) =>
      sizedList(size, info, await listTeams(app.reads, id, checkFirst(first))),
  ),
  team: optional(
    TeamType,
    `The sides with a name, as one team: by its newest ${MAX_OF_TEAM} matches, among the ${MAX_SEARCHED.toLocaleString('en')} matches that count up to the newest of them. Null if none of these has a side with the name.`,
    { args: { name: field(String, 'The name of the sides; case matters.') }, cost: { work: MAX_OF_TEAM } },
    async ({ id, matchCount }, { app, size }, { name }) => {
      await beginWork(size, Math.ceil(Math.min(matchCount, MAX_SEARCHED) / MATCHES_PER_POINT));
      return findTeam(app.reads, id, name);
    },
  ),
});
