import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Ctx, FieldResolver, Info, Int, Resolver, Root } from 'type-graphql';
import { countParts, countWork } from '../../kit/paging/answer-size.js';
import { checkFirst, decodeCursor, encodeCursor, toConnection } from '../../kit/paging/page.js';
import type { OpponentRecord } from '../../match-log/match.repository.js';
import { comparePlaces, type OpponentOrder, opponentPlace } from '../../match-log/opponent-records.js';
import type { Player } from '../../player/player.js';
import type { JournalChange, Rating } from '../../rating/rating.js';
import { AFTER, type Counted, counted, FIRST } from '../connection.js';
import type { Context } from '../context.js';
import { Cost } from '../limits/cost.js';
import { PlayerType } from '../player/player.type.js';
import { asksForContributions, selectionOf } from '../selection.js';
import { careerOf, keyOf } from './career.resolver.js';
import { OpponentOrderEnum, OpponentRecordConnection, OpponentRecordType } from './opponents.type.js';
import { RatingChangeType, RatingType } from './rating.type.js';

/** Opponents' lines that are looked up in the time of a point. */
const LOOKED_UP_PER_POINT = 2;

/** Points of a career of which every match is read, if it is short. The rest of a longer one is added when it is read. */
const CAREER = 500;

/** Whom a player has met. */
@Resolver(() => RatingType)
export class OpponentsResolver {
  @Cost({ work: CAREER })
  @FieldResolver(() => [RatingChangeType], {
    description:
      'Wins against the strongest opponents, strongest first: by the mean of the values that the rated opponents had before the match. If several are equal, the newest comes first.',
  })
  bestWins(
    @Root() rating: Rating,
    @Ctx() context: Context,
    @Info() info: GraphQLResolveInfo,
    @Arg('first', () => Int, { defaultValue: 5, description: FIRST }) first: number,
  ): Promise<readonly JournalChange[]> {
    return notable(rating, context, info, 'best wins', first);
  }

  @Cost({ work: CAREER })
  @FieldResolver(() => [RatingChangeType], {
    description:
      'Losses against the weakest opponents, weakest first: by the mean of the values that the rated opponents had before the match. If several are equal, the newest comes first.',
  })
  worstDefeats(
    @Root() rating: Rating,
    @Ctx() context: Context,
    @Info() info: GraphQLResolveInfo,
    @Arg('first', () => Int, { defaultValue: 5, description: FIRST }) first: number,
  ): Promise<readonly JournalChange[]> {
    return notable(rating, context, info, 'worst defeats', first);
  }

  @Cost({ work: CAREER })
  @FieldResolver(() => OpponentRecordConnection, {
    description: "The player's record against each opponent in the league, with the same counts as `headToHead`.",
  })
  async opponents(
    @Root() rating: Rating,
    @Ctx() context: Context,
    @Arg('first', () => Int, { defaultValue: 20, description: FIRST }) first: number,
    @Arg('after', () => String, { nullable: true, description: AFTER }) after?: string,
    @Arg('orderBy', () => OpponentOrderEnum, {
      defaultValue: 'MOST_PLAYED',
      description: 'The order of the opponents.',
    })
    orderBy?: OpponentOrder,
  ): Promise<Counted<OpponentRecord>> {
    const { app, loaders, size } = context;
    const order = orderBy ?? 'MOST_PLAYED';
    const cursorKind = `opponent ${order}`;
    const place = decodeCursor(app.seal, cursorKind, ['number', 'integer', 'date', 'integer'], after);
    const limit = checkFirst(first) + 1;
    const records = await loaders.careers.opponents.load({ ...(await keyOf(rating, loaders)), size });
    const placeOf = (record: OpponentRecord) => opponentPlace(order, record);
    const sorted = records.toSorted((a, b) => comparePlaces(placeOf(a), placeOf(b)));
    const rest = place ? sorted.filter((record) => comparePlaces(place, placeOf(record)) < 0) : sorted;
    const cursorOf = (record: OpponentRecord) => encodeCursor(app.seal, cursorKind, ...placeOf(record));
    return counted(toConnection(rest.slice(0, limit), first, cursorOf, after != null), () => records.length);
  }
}

async function notable(
  rating: Rating,
  context: Context,
  info: GraphQLResolveInfo,
  kind: 'best wins' | 'worst defeats',
  first: number,
): Promise<readonly JournalChange[]> {
  const { loaders, size } = context;
  const most = checkFirst(first);
  const key = { ...(await careerOf(rating, context)), kind, most };
  const { sequences, read } = (await loaders.careers.notable.load(key)) ?? { sequences: [], read: 0 };
  countWork(size, Math.ceil(read / LOOKED_UP_PER_POINT));
  const isExplained = asksForContributions(selectionOf(info), '');
  const { leagueId, playerId } = rating;
  const changes = await Promise.all(
    sequences.map(async (sequence) => {
      const key = { leagueId, sequence, size };
      const all = await (isExplained ? loaders.explainedChanges.load(key) : loaders.changes.load(key));
      return all.find((change) => change.playerId === playerId);
    }),
  );
  const own = changes.filter((change) => change !== undefined);
  for (const { contributions } of own) countParts(size, contributions.length);
  return own;
}

@Resolver(() => OpponentRecordType)
export class OpponentRecordResolver {
  @FieldResolver(() => PlayerType, { description: 'The opponent.' })
  opponent(@Root() { opponentId }: OpponentRecord, @Ctx() { loaders }: Context): Promise<Player> {
    return loaders.player.load(opponentId);
  }
}
