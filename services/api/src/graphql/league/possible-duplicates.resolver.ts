import { Arg, Ctx, FieldResolver, Int, Resolver, Root } from 'type-graphql';
import type { League } from '../../league/league.js';
import {
  findPossibleDuplicates,
  type PossibleDuplicate,
  type PossibleDuplicates,
} from '../../reading/possible-duplicates.js';
import { computeFields, itsPlayer } from '../computed.js';
import type { Context } from '../context.js';
import { field, objectType, optional } from '../declare.js';
import { Cost } from '../limits/cost.js';
import { enumOf } from '../scalars.js';
import { LeagueType } from './league.type.js';

type Reason = PossibleDuplicate['reasons'][number];

const DuplicateReasonEnum = enumOf<Reason>('DuplicateReason', 'What two players have in common.', {
  SIMILAR_HANDLES: 'The handles differ only in accents, digits, punctuation and case, for example `zoe` and `Zoë_2`.',
  SAME_DISPLAY_NAME: 'The display names are the same; accents and case are ignored.',
  SHARED_ACCOUNT: 'An account at another platform is linked to both, in different leagues.',
});

const PossibleDuplicateType = objectType(
  'PossibleDuplicate',
  'Two players who may be one person. mergePlayers gives them one history in the league.',
  {
    reasons: field([DuplicateReasonEnum], 'What they have in common; at least one reason.'),
    days: field(
      Int,
      'Days on which both played, among the newest 1,000 matches of each. The fewer, the likelier it is that they are one person.',
    ),
    explanation: field(String, 'The evidence in words.'),
  },
);

const PossibleDuplicatesType = objectType('PossibleDuplicates', 'Players of a league who may be one person.', {
  pairs: field(
    [PossibleDuplicateType],
    'At most 100 pairs, with the most similar pairs first. Players who met in a match and names that more than 5 players share are left out.',
  ),
  searchedTo: optional(
    String,
    'Last handle that was searched; pass it as `from` to continue. Null if no handles are left.',
  ),
});

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

computeFields<PossibleDuplicate>(PossibleDuplicateType, {
  player: itsPlayer('The player whom the platform knew first.', ({ one }) => one),
  other: itsPlayer('The other player.', ({ other }) => other),
});
