import { Arg, Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { League } from '../../league/league.js';
import type { Player } from '../../player/player.js';
import {
  findPossibleDuplicates,
  type PossibleDuplicate,
  type PossibleDuplicates,
} from '../../reading/possible-duplicates.js';
import type { Context } from '../context.js';
import { Cost } from '../limits/cost.js';
import { PlayerType } from '../player/player.type.js';
import { LeagueType } from './league.type.js';
import { PossibleDuplicatesType, PossibleDuplicateType } from './possible-duplicates.type.js';

@Resolver(() => LeagueType)
export class PossibleDuplicatesResolver {
  @Cost({ work: 2_500 })
  @FieldResolver(() => PossibleDuplicatesType, {
    description:
      'Players of the league who may be one person, with the evidence: similar names or accounts of players who never met in a match. Searches 50,000 players at a time. Requires the scope league:admin for the league.',
  })
  possibleDuplicates(
    @Root() league: League,
    @Ctx() { app, access, size }: Context,
    @Arg('from', () => String, {
      nullable: true,
      description: 'Handle after which to continue; from the first player if omitted.',
    })
    from?: string,
  ): Promise<PossibleDuplicates> {
    return findPossibleDuplicates(app, access, league, from ?? null, size);
  }
}

@Resolver(() => PossibleDuplicateType)
export class PossibleDuplicateResolver {
  @FieldResolver(() => PlayerType, { description: 'The player whom the platform knew first.' })
  player(@Root() { one }: PossibleDuplicate, @Ctx() { loaders }: Context): Promise<Player> {
    return loaders.player.load(one);
  }

  @FieldResolver(() => PlayerType, { description: 'The other player.' })
  other(@Root() { other }: PossibleDuplicate, @Ctx() { loaders }: Context): Promise<Player> {
    return loaders.player.load(other);
  }
}
