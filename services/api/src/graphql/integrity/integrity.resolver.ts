import { Arg, Ctx, FieldResolver, ID, Int, Mutation, Resolver, Root } from 'type-graphql';
import { AccessDenied, canAdminister } from '../../access/access.js';
import type { Analysis } from '../../analysis/analysis.js';
import { listAnalyses } from '../../analysis/analysis.repository.js';
import { cancelAnalysis, requestIntegrityCheck } from '../../analysis/request-analysis.js';
import { isTokenless, type KeptSignal } from '../../integrity/check-integrity.js';
import { signalReason } from '../../integrity/reason.js';
import { type Connection, checkFirst, decodeCursor, encodeCursor, toConnection } from '../../kit/paging/page.js';
import type { League } from '../../league/league.js';
import type { StoredMatch } from '../../match-log/match.js';
import { listMatchesBySequence } from '../../match-log/match.repository.js';
import type { Player } from '../../player/player.js';
import { AFTER, FIRST } from '../connection.js';
import type { Context } from '../context.js';
import { LeagueType } from '../league/league.type.js';
import { MatchType } from '../match/match.type.js';
import { nodeId, parseNodeId } from '../node-id.js';
import { PlayerType } from '../player/player.type.js';
import { orErrors } from '../user-error.type.js';
import {
  CancelIntegrityCheckInput,
  CancelIntegrityCheckPayload,
  CheckIntegrityInput,
  CheckIntegrityPayload,
  IntegrityCheckConnection,
  IntegrityCheckType,
  IntegrityFigure,
  IntegritySignalType,
} from './integrity.type.js';

type Check = Analysis<'INTEGRITY'>;
type Signal = KeptSignal & { readonly leagueId: number };

const NEEDS = 'Requires the scope league:admin for the league.';

@Resolver(() => IntegrityCheckType)
export class IntegrityCheckResolver {
  @Mutation(() => CheckIntegrityPayload, {
    description: `Looks for signs of arranged results in a league, in the background. Changes nothing. ${NEEDS}`,
  })
  checkIntegrity(
    @Arg('input', () => CheckIntegrityInput, { description: 'The league.' }) input: CheckIntegrityInput,
    @Ctx() { app, access }: Context,
  ): Promise<CheckIntegrityPayload> {
    return orErrors(async () => ({ check: await requestIntegrityCheck(app, access, input.league) }));
  }

  @Mutation(() => CancelIntegrityCheckPayload, {
    description: `Cancels a check. One that is over is not changed. ${NEEDS}`,
  })
  cancelIntegrityCheck(
    @Arg('input', () => CancelIntegrityCheckInput, { description: 'The check.' }) input: CancelIntegrityCheckInput,
    @Ctx() { app, access }: Context,
  ): Promise<CancelIntegrityCheckPayload> {
    const id = parseNodeId(app, input.check);
    const key = id?.kind === 'IntegrityCheck' ? id.key[0]! : 0;
    return orErrors(async () => ({ check: await cancelAnalysis(app, access, key, ['INTEGRITY'], 'check') }));
  }

  @FieldResolver(() => ID, { description: 'Opaque global id.' })
  id(@Root() { id }: Check, @Ctx() { app }: Context): string {
    return nodeId(app, 'IntegrityCheck', id);
  }

  @FieldResolver(() => LeagueType, { description: 'The league.' })
  league(@Root() { leagueId }: Check, @Ctx() { loaders }: Context): Promise<League> {
    return loaders.league.load(leagueId);
  }

  @FieldResolver(() => String, { description: 'Name of the token that requested it.' })
  requestedBy(@Root() { actor }: Check): string {
    return actor;
  }

  @FieldResolver(() => Int, {
    nullable: true,
    description: 'Number of matches that it looked at; null until it is done.',
  })
  matches(@Root() { result }: Check): number | null {
    return result?.matches ?? null;
  }

  @FieldResolver(() => Int, { nullable: true, description: 'Number of players in them; null until it is done.' })
  players(@Root() { result }: Check): number | null {
    return result?.players ?? null;
  }

  @FieldResolver(() => Int, { nullable: true, description: 'Number of signals in all; null until it is done.' })
  signalCount(@Root() { result }: Check): number | null {
    return result?.count ?? null;
  }

  @FieldResolver(() => [IntegritySignalType], {
    nullable: true,
    description: 'The signals with the most matches first, at most 100; null until it is done.',
  })
  signals(@Root() { leagueId, result }: Check): readonly Signal[] | null {
    return result?.signals.map((signal) => ({ ...signal, leagueId })) ?? null;
  }
}

@Resolver(() => IntegritySignalType)
export class IntegritySignalResolver {
  @FieldResolver(() => PlayerType, { description: 'The player whom the results help.' })
  player(@Root() { player }: Signal, @Ctx() { loaders }: Context): Promise<Player> {
    return loaders.player.load(player);
  }

  @FieldResolver(() => [PlayerType], { description: 'The opponents, those with the most matches first, at most 100.' })
  async others(@Root() { others }: Signal, @Ctx() { loaders }: Context): Promise<Player[]> {
    return Promise.all(others.map((other) => loaders.player.load(other)));
  }

  @FieldResolver(() => String, {
    nullable: true,
    description:
      'Name of the token that reported the matches; null for the command line, and if it is about all matches.',
  })
  async submitter(@Root() { submitter }: Signal, @Ctx() { loaders }: Context): Promise<string | null> {
    return submitter === null || isTokenless(submitter) ? null : loaders.tokenName.load(submitter);
  }

  @FieldResolver(() => String, { description: 'One sentence with the figures, without an accusation.' })
  async reason(@Root() signal: Signal, @Ctx() context: Context): Promise<string> {
    const [player, others, submitter] = await Promise.all([
      this.player(signal, context),
      this.others(signal, context),
      this.submitter(signal, context),
    ]);
    return signalReason(
      signal,
      player.handle,
      others.map(({ handle }) => handle),
      submitter,
    );
  }

  @FieldResolver(() => [IntegrityFigure], { description: 'The numbers behind it.' })
  figures(@Root() { figures }: Signal): IntegrityFigure[] {
    return Object.entries(figures).map(([name, value]) => ({ name, value }));
  }

  @FieldResolver(() => [MatchType], {
    description: 'The newest of its matches, in the order in which they were played.',
  })
  async matches(
    @Root() { leagueId, matches }: Signal,
    @Ctx() { app }: Context,
    @Arg('first', () => Int, { defaultValue: 20, description: FIRST }) first: number,
  ): Promise<StoredMatch[]> {
    const wanted = matches.slice(-checkFirst(first));
    const found = await listMatchesBySequence(app.database.manager, leagueId, wanted);
    const places = new Map(wanted.map((sequence, place) => [sequence, place]));
    return found.toSorted((a, b) => places.get(a.sequence)! - places.get(b.sequence)!);
  }
}

@Resolver(() => LeagueType)
export class LeagueIntegrityResolver {
  @FieldResolver(() => IntegrityCheckConnection, { description: `Checks for arranged results, newest first. ${NEEDS}` })
  async integrityChecks(
    @Root() league: League,
    @Ctx() { app, access }: Context,
    @Arg('first', () => Int, { defaultValue: 20, description: FIRST }) first: number,
    @Arg('after', () => String, { nullable: true, description: AFTER }) after?: string,
  ): Promise<Connection<Analysis>> {
    if (!canAdminister(access, league)) throw new AccessDenied(access, `read the integrity checks of ${league.slug}`);
    const [beforeId] = decodeCursor(app.seal, 'integrity', ['integer'], after) ?? [null];
    const page = { limit: checkFirst(first) + 1, beforeId };
    const checks = await listAnalyses(app.database, league.id, ['INTEGRITY'], page);
    return toConnection(checks, first, ({ id }) => encodeCursor(app.seal, 'integrity', id), after != null);
  }
}
