import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { League } from '../../league/league.js';
import type { Context } from '../context.js';
import { LeagueType } from './league.type.js';
import { VerificationType } from './verification.type.js';

@Resolver(() => LeagueType)
export class LeagueVerificationResolver {
  @FieldResolver(() => VerificationType, {
    nullable: true,
    description:
      'Last verification that the board equals a replay of the match log; null before the first, which follows the first midnight, or if the operator has switched verifications off.',
  })
  async verification(@Root() league: League, @Ctx() { loaders }: Context): Promise<VerificationType | null> {
    const proof = await loaders.verification.load(league.id);
    return (
      proof && {
        ...proof,
        isCurrent: proof.sequence === league.lastSequence && proof.revision === league.revision,
        holds: proof.problems === 0,
      }
    );
  }
}
