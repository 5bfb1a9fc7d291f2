import { Field, Int, ObjectType, registerEnumType } from 'type-graphql';
import type { PossibleDuplicate } from '../../reading/possible-duplicates.js';

type Reason = PossibleDuplicate['reasons'][number];

const DuplicateReasonEnum = {
  SIMILAR_HANDLES: 'SIMILAR_HANDLES',
  SAME_DISPLAY_NAME: 'SAME_DISPLAY_NAME',
  SHARED_ACCOUNT: 'SHARED_ACCOUNT',
} as const satisfies Record<Reason, string>;
registerEnumType(DuplicateReasonEnum, {
  name: 'DuplicateReason',
  description: 'What two players have in common.',
  valuesConfig: {
    SIMILAR_HANDLES: {
      description: 'The handles differ only in accents, digits, punctuation and case, for example `zoe` and `Zoë_2`.',
    },
    SAME_DISPLAY_NAME: { description: 'The display names are the same; accents and case are ignored.' },
    SHARED_ACCOUNT: { description: 'An account at another platform is linked to both, in different leagues.' },
  },
});

@ObjectType('PossibleDuplicate', {
  description: 'Two players who may be one person. mergePlayers gives them one history in the league.',
  simpleResolvers: true,
})
export class PossibleDuplicateType {
  @Field(() => [DuplicateReasonEnum], { description: 'What they have in common; at least one reason.' })
  reasons!: readonly Reason[];

  @Field(() => Int, {
    description:
      'Days on which both played, among the newest 1,000 matches of each. The fewer, the likelier it is that they are one person.',
  })
  days!: number;

  @Field(() => String, { description: 'The evidence in words.' })
  explanation!: string;
}

@ObjectType('PossibleDuplicates', {
  description: 'Players of a league who may be one person.',
  simpleResolvers: true,
})
export class PossibleDuplicatesType {
  @Field(() => [PossibleDuplicateType], {
    description:
      'At most 100 pairs, with the most similar pairs first. Players who met in a match and names that more than 5 players share are left out.',
  })
  pairs!: readonly PossibleDuplicateType[];

  @Field(() => String, {
    nullable: true,
    description: 'Last handle that was searched; pass it as `from` to continue. Null if no handles are left.',
  })
  searchedTo!: string | null;
}
