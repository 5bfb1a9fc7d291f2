import { Arg, Ctx, Field, ID, InputType, Mutation, ObjectType, Resolver } from 'type-graphql';
import { configureChances } from '../../changes/configure-chances.js';
import type { HttpContext } from '../context.js';
import { parseNodeId } from '../node-id.js';
import { change } from '../recompute/change.js';
import { LeagueCorrectionPayload } from '../recompute/correction.payload.js';

@InputType({ description: 'Whether a league fits its chances to its history.' })
class ConfigureChancesInput {
  @Field(() => String, { description: 'Slug of the league.' })
  league!: string;

  @Field(() => ID, {
    nullable: true,
    description:
      "Global id of a comparison with held-out matches, whose fit of the league's current rating system applies from now on. Null: the rating system's own chances apply.",
  })
  comparison!: string | null;

  @Field(() => String, { description: 'Reason for the audit log, 1 to 200 characters.' })
  reason!: string;

  @Field(() => Boolean, {
    defaultValue: false,
    description: 'Whether to return the effect without changing anything.',
  })
  dryRun!: boolean;
}

@ObjectType({ description: 'Result of configureChances.', simpleResolvers: true })
class ConfigureChancesPayload extends LeagueCorrectionPayload {}

@Resolver()
export class ChancesResolver {
  @Mutation(() => ConfigureChancesPayload, {
    description:
      'Fits the chances that a league shows to its history: log odds are multiplied by a slope, and the first of two sides has an advantage. Ratings stay as they are; predictions, the queue and comparisons change, and a new revision records it. Requires the scope league:admin for the league.',
  })
  configureChances(
    @Arg('input', () => ConfigureChancesInput, { description: 'The fit.' }) input: ConfigureChancesInput,
    @Ctx() context: HttpContext,
  ): Promise<ConfigureChancesPayload> {
    const id = input.comparison == null ? null : parseNodeId(context.app, input.comparison);
    const comparison = input.comparison == null ? null : id?.kind === 'Comparison' ? id.key[0]! : 0;
    return change(context, configureChances, { ...input, comparison });
  }
}
