import { Arg, Ctx, Mutation, Resolver } from 'type-graphql';
import { cancelRecompute, configureRatingSystem, recomputeLeague } from '../../correction/configure.js';
import { amendMatch, restoreMatch, voidMatch } from '../../correction/correct-match.js';
import { mergePlayers, unmergePlayers } from '../../correction/merge-players.js';
import type { MatchKey } from '../../match-log/match.repository.js';
import type { Context } from '../context.js';
import type { HttpContext } from '../http-context.js';
import { parseNodeId } from '../node-id.js';
import { orErrors } from '../user-error.type.js';
import {
  AmendMatchInput,
  CancelRecomputeInput,
  ConfigureRatingSystemInput,
  MergePlayersInput,
  RecomputeLeagueInput,
  RestoreMatchInput,
  UnmergePlayersInput,
  VoidMatchInput,
} from './correction.input.js';
import {
  AmendMatchPayload,
  CancelRecomputePayload,
  ConfigureRatingSystemPayload,
  MergePlayersPayload,
  RecomputeLeaguePayload,
  RestoreMatchPayload,
  UnmergePlayersPayload,
  VoidMatchPayload,
} from './correction.payload.js';

const NEEDS = 'Needs the scope league:admin for the league.';

@Resolver()
export class CorrectionResolver {
  @Mutation(() => VoidMatchPayload, { description: `Withdraws a match; every later rating follows. ${NEEDS}` })
  voidMatch(
    @Arg('input', () => VoidMatchInput, { description: 'The match.' }) input: VoidMatchInput,
    @Ctx() { app, access, left }: HttpContext,
  ): Promise<VoidMatchPayload> {
    return orErrors(() => voidMatch(app, access, { ...input, match: matchKey(input.match), left }));
  }

  @Mutation(() => RestoreMatchPayload, { description: `Makes a withdrawn match count again. ${NEEDS}` })
  restoreMatch(
    @Arg('input', () => RestoreMatchInput, { description: 'The match.' }) input: RestoreMatchInput,
    @Ctx() { app, access, left }: HttpContext,
  ): Promise<RestoreMatchPayload> {
    return orErrors(() => restoreMatch(app, access, { ...input, match: matchKey(input.match), left }));
  }

  @Mutation(() => AmendMatchPayload, {
    description: `Puts right when a match was played, who played and how it ended; every later rating follows. ${NEEDS}`,
  })
  amendMatch(
    @Arg('input', () => AmendMatchInput, { description: 'What was wrong.' }) input: AmendMatchInput,
    @Ctx() { app, access, left }: HttpContext,
  ): Promise<AmendMatchPayload> {
    return orErrors(() => amendMatch(app, access, { ...input, match: matchKey(input.match), left }));
  }

  @Mutation(() => MergePlayersPayload, {
    description: `Gives two handles of one person one history in a league; unmergePlayers undoes it. ${NEEDS}`,
  })
  mergePlayers(
    @Arg('input', () => MergePlayersInput, { description: 'The handles.' }) input: MergePlayersInput,
    @Ctx() { app, access, left }: HttpContext,
  ): Promise<MergePlayersPayload> {
    return orErrors(() => mergePlayers(app, access, { ...input, left }));
  }

  @Mutation(() => UnmergePlayersPayload, { description: `Gives a merged handle its own history again. ${NEEDS}` })
  unmergePlayers(
    @Arg('input', () => UnmergePlayersInput, { description: 'The handle.' }) input: UnmergePlayersInput,
    @Ctx() { app, access, left }: HttpContext,
  ): Promise<UnmergePlayersPayload> {
    return orErrors(() => unmergePlayers(app, access, { ...input, left }));
  }

  @Mutation(() => ConfigureRatingSystemPayload, {
    description: `Gives a league another rating system or other settings; its whole log is rated anew. ${NEEDS}`,
  })
  configureRatingSystem(
    @Arg('input', () => ConfigureRatingSystemInput, { description: 'The rating system.' })
    input: ConfigureRatingSystemInput,
    @Ctx() { app, access, left }: HttpContext,
  ): Promise<ConfigureRatingSystemPayload> {
    return orErrors(() => configureRatingSystem(app, access, { ...input, left }));
  }

  @Mutation(() => RecomputeLeaguePayload, {
    description: `Rates a league's whole log anew, as after an upgrade of its rater. ${NEEDS}`,
  })
  recomputeLeague(
    @Arg('input', () => RecomputeLeagueInput, { description: 'The league.' }) input: RecomputeLeagueInput,
    @Ctx() { app, access }: Context,
  ): Promise<RecomputeLeaguePayload> {
    return orErrors(() => recomputeLeague(app, access, input));
  }

  @Mutation(() => CancelRecomputePayload, {
    description: `Gives a recompute up; the board stays as it is. One that is over stays over. ${NEEDS}`,
  })
  cancelRecompute(
    @Arg('input', () => CancelRecomputeInput, { description: 'The recompute.' }) input: CancelRecomputeInput,
    @Ctx() { app, access }: Context,
  ): Promise<CancelRecomputePayload> {
    const id = parseNodeId(input.recompute);
    return orErrors(async () => ({
      recompute: await cancelRecompute(app, access, id?.kind === 'Recompute' ? id.key[0]! : 0),
    }));
  }
}

function matchKey(id: string): MatchKey | null {
  const parsed = parseNodeId(id);
  return parsed?.kind === 'Match' ? { leagueId: parsed.key[0]!, sequence: parsed.key[1]! } : null;
}
