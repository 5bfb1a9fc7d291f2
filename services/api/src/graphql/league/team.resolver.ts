import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Ctx, FieldResolver, Info, Int, Resolver, Root } from 'type-graphql';
import { checkFirst } from '../../kit/paging/page.js';
import { beginWork, countParts } from '../../kit/paging/response-size.js';
import type { League } from '../../league/league.js';
import type { StoredMatch } from '../../match-log/match.js';
import {
  findTeam,
  listTeams,
  MAX_OF_TEAM,
  MAX_SEARCHED,
  type NamedTeam,
  type TeamFigures,
  type TeamMember,
  type TeamRecord,
} from '../../reading/team.js';
import { computed, computeFields, itsLeague, itsPlayer } from '../computed.js';
import { FIRST } from '../connection.js';
import type { Context } from '../context.js';
import { field, objectType } from '../declare.js';
import { Cost } from '../limits/cost.js';
import { MatchType } from '../match/match.type.js';
import { DateTimeScalar } from '../scalars.js';
import { sizedList } from '../selection.js';
import { LeagueType } from './league.type.js';

/** Matches that are looked through in the time of a point. */
const MATCHES_PER_POINT = 10;

const TeamMemberType = objectType('TeamMember', 'A player of a team.', {
  matchCount: field(Int, 'Number of matches for the team.'),
  lastPlayedAt: field(DateTimeScalar, 'When the newest of these was played.'),
});

computeFields<TeamMember>(TeamMemberType, {
  player: itsPlayer('The player, including guests.'),
});

const TeamRecordType = objectType('TeamRecord', "A team's record against another one.", {
  name: field(String, 'Name of the other team.'),
  matchCount: field(Int, 'Number of matches with both.'),
  wins: field(Int, 'Number of these in which the team finished ahead of the other one.'),
  draws: field(Int, 'Number of these with the same place.'),
  losses: field(Int, 'Number of these in which the other one finished ahead.'),
});

const TeamType = objectType('Team', 'Sides of a league with the same name.', {
  name: field(String, 'The name.'),
  matchCount: field(Int, `Number of matches, at most ${MAX_OF_TEAM}.`),
  wins: field(Int, 'Number of these that the team won outright.'),
  draws: field(Int, 'Number of these in which the team shared first place.'),
  losses: field(Int, 'Number of these in which another side finished ahead.'),
});

@Resolver(() => TeamType)
export class TeamResolver {
  @FieldResolver(() => [TeamMemberType], { description: 'Who played for the team, the most matches first.' })
  members(
    @Root() { members }: TeamFigures,
    @Ctx() { size }: Context,
    @Info() info: GraphQLResolveInfo,
    @Arg('first', () => Int, { defaultValue: 20, description: FIRST }) first: number,
  ) {
    return sizedList<TeamMember>(size, info, members.slice(0, checkFirst(first)));
  }

  @FieldResolver(() => [TeamRecordType], { description: 'Teams that it met, the most meetings first.' })
  opponents(
    @Root() { opponents }: TeamFigures,
    @Ctx() { size }: Context,
    @Info() info: GraphQLResolveInfo,
    @Arg('first', () => Int, { defaultValue: 20, description: FIRST }) first: number,
  ) {
    return sizedList<TeamRecord>(size, info, opponents.slice(0, checkFirst(first)));
  }

  @FieldResolver(() => [MatchType], { description: 'The newest matches of the team, newest first.' })
  matches(
    @Root() { matches }: TeamFigures,
    @Ctx() { size }: Context,
    @Info() info: GraphQLResolveInfo,
    @Arg('first', () => Int, { defaultValue: 20, description: FIRST }) first: number,
  ) {
    const shown = matches.slice(0, checkFirst(first));
    for (const { sides } of shown) countParts(size, sides.flatMap(({ participants }) => participants).length);
    return sizedList<StoredMatch>(size, info, shown);
  }
}

export const NamedTeamType = objectType(
  'NamedTeam',
  'A name that sides of a league have or had: `League.team` has its figures.',
  {},
);

computeFields<NamedTeam>(NamedTeamType, {
  teamName: computed(String, 'The name.', ({ teamName }) => teamName),
  league: itsLeague(),
});

@Resolver(() => LeagueType)
export class LeagueTeamResolver {
  @FieldResolver(() => [NamedTeamType], { description: 'Teams of the league, by name.' })
  async teams(
    @Root() { id }: League,
    @Ctx() { app, size }: Context,
    @Info() info: GraphQLResolveInfo,
    @Arg('first', () => Int, { defaultValue: 20, description: FIRST }) first: number,
  ): Promise<readonly NamedTeam[]> {
    return sizedList(size, info, await listTeams(app.reads, id, checkFirst(first)));
  }

  @Cost({ work: MAX_OF_TEAM })
  @FieldResolver(() => TeamType, {
    nullable: true,
    description: `The sides with a name, as one team: by its newest ${MAX_OF_TEAM} matches, among the ${MAX_SEARCHED.toLocaleString('en')} matches that count up to the newest of them. Null if none of these has a side with the name.`,
  })
  async team(
    @Root() { id, matchCount }: League,
    @Ctx() { app, size }: Context,
    @Arg('name', () => String, { description: 'The name of the sides; case matters.' }) name: string,
  ): Promise<TeamFigures | null> {
    await beginWork(size, Math.ceil(Math.min(matchCount, MAX_SEARCHED) / MATCHES_PER_POINT));
    return findTeam(app.reads, id, name);
  }
}
