import { Arg, Ctx, Mutation, Resolver } from 'type-graphql';
import { amendMatch } from '../../changes/amend-match.js';
import { restoreMatch, restoreMatches, voidMatch, voidMatches } from '../../changes/match-status.js';
import { mergePlayers, unmergePlayers } from '../../changes/merge-players.js';
import { configureRatingSystem, recomputeLeague } from '../../changes/rating-system.js';
import type { NeedsSeal } from '../../kit/needs.js';
import { cancelRecompute } from '../../league-log/follow-recompute.js';
import type { MatchKey } from '../../match-log/match.js';
import { type Context, change, type HttpContext } from '../context.js';
import { idNumber, parseNodeId } from '../node-id.js';
import { orErrors, type Payload } from '../payload.js';
import {
  AmendMatchInput,
  AmendMatchPayload,
  CancelRecomputeInput,
  CancelRecomputePayload,
  ConfigureRatingSystemInput,
  ConfigureRatingSystemPayload,
  MergePlayersInput,
  MergePlayersPayload,
  RecomputeLeagueInput,
  RecomputeLeaguePayload,
  RestoreMatchesInput,
  RestoreMatchesPayload,
  RestoreMatchInput,
  RestoreMatchPayload,
  UnmergePlayersInput,
  UnmergePlayersPayload,
  VoidMatchesInput,
  VoidMatchesPayload,
  VoidMatchInput,
  VoidMatchPayload,
} from './correction.type.js';

const NEEDS = 'Requires the scope league:admin for the league.';

@Resolver()
export class CorrectionResolver {
  @Mutation(() => VoidMatchPayload, { description: `Withdraws a match and updates every later rating. ${NEEDS}` })
  voidMatch(
    @Arg('input', () => VoidMatchInput, { description: 'The match.' }) input: VoidMatchInput,
    @Ctx() context: HttpContext,
  ): Promise<Payload> {
    const match = correctedMatchKey(context.app, input.match);
    return change(context, voidMatch, { ...input, match });
  }

  @Mutation(() => RestoreMatchPayload, { description: `Restores a withdrawn match so that it counts again. ${NEEDS}` })
  restoreMatch(
    @Arg('input', () => RestoreMatchInput, { description: 'The match.' }) input: RestoreMatchInput,
    @Ctx() context: HttpContext,
  ): Promise<Payload> {
    const match = correctedMatchKey(context.app, input.match);
    return change(context, restoreMatch, { ...input, match });
  }

  @Mutation(() => VoidMatchesPayload, {
    description: `Withdraws several matches in one correction: all or none, with one update of the later ratings. Matches that are void already stay as they are. ${NEEDS}`,
  })
  voidMatches(
    @Arg('input', () => VoidMatchesInput, { description: 'The matches.' }) input: VoidMatchesInput,
    @Ctx() context: HttpContext,
  ): Promise<Payload> {
    const matches = matchesOf(context.app, input);
    return change(context, voidMatches, { ...input, matches });
  }

  @Mutation(() => RestoreMatchesPayload, {
    description: `Restores several withdrawn matches in one correction: all or none. Matches that count already stay as they are. ${NEEDS}`,
  })
  restoreMatches(
    @Arg('input', () => RestoreMatchesInput, { description: 'The matches.' }) input: RestoreMatchesInput,
    @Ctx() context: HttpContext,
  ): Promise<Payload> {
    const matches = matchesOf(context.app, input);
    return change(context, restoreMatches, { ...input, matches });
  }

  @Mutation(() => AmendMatchPayload, {
    description: `Corrects when a match was played, who played and how it ended, and updates every later rating. ${NEEDS}`,
  })
  amendMatch(
    @Arg('input', () => AmendMatchInput, { description: 'The corrections.' }) input: AmendMatchInput,
    @Ctx() context: HttpContext,
  ): Promise<Payload> {
    const match = correctedMatchKey(context.app, input.match);
    return change(context, amendMatch, { ...input, match });
  }

  @Mutation(() => MergePlayersPayload, {
    description: `Merges two handles of one person into one history in a league; unmergePlayers undoes it. ${NEEDS}`,
  })
  mergePlayers(
    @Arg('input', () => MergePlayersInput, { description: 'The two handles.' }) input: MergePlayersInput,
    @Ctx() context: HttpContext,
  ): Promise<Payload> {
    return change(context, mergePlayers, input);
  }

  @Mutation(() => UnmergePlayersPayload, {
    description: `Separates a merged handle, which regains its own history. ${NEEDS}`,
  })
  unmergePlayers(
    @Arg('input', () => UnmergePlayersInput, { description: 'The handle.' }) input: UnmergePlayersInput,
    @Ctx() context: HttpContext,
  ): Promise<Payload> {
    return change(context, unmergePlayers, input);
  }

  @Mutation(() => ConfigureRatingSystemPayload, {
    description: `Changes the rating system or settings of a league and rates its whole log again. ${NEEDS}`,
  })
  configureRatingSystem(
    @Arg('input', () => ConfigureRatingSystemInput, { description: 'The rating system.' })
    input: ConfigureRatingSystemInput,
    @Ctx() context: HttpContext,
  ): Promise<Payload> {
    return change(context, configureRatingSystem, input);
  }

  @Mutation(() => RecomputeLeaguePayload, {
    description: `Rates a league's whole log again, for example after an upgrade of its rater. ${NEEDS}`,
  })
  recomputeLeague(
    @Arg('input', () => RecomputeLeagueInput, { description: 'The league.' }) input: RecomputeLeagueInput,
    @Ctx() context: HttpContext,
  ): Promise<Payload> {
    return change(context, recomputeLeague, input);
  }

  @Mutation(() => CancelRecomputePayload, {
    description: `Cancels a recompute; the board stays as it is. A recompute that is over is not changed. ${NEEDS}`,
  })
  cancelRecompute(
    @Arg('input', () => CancelRecomputeInput, { description: 'The recompute.' }) input: CancelRecomputeInput,
    @Ctx() { app, access }: Context,
  ): Promise<Payload> {
    const id = idNumber(app, 'Recompute', input.recompute);
    return orErrors(async () => ({ recompute: await cancelRecompute(app, access, id) }));
  }
}

function matchesOf(needs: NeedsSeal, { matches }: VoidMatchesInput) {
  return matches.map(({ match, expectedVersion }) => ({ match: correctedMatchKey(needs, match), expectedVersion }));
}

function correctedMatchKey(needs: NeedsSeal, id: string): MatchKey | null {
  const parsed = parseNodeId(needs, id);
  return parsed?.kind === 'Match' ? { leagueId: parsed.key[0]!, sequence: parsed.key[1]! } : null;
}
