import { Arg, Ctx, Mutation, Resolver } from 'type-graphql';
import { requestComparison } from '../../analysis/request-analysis.js';
import { compareWithinRequest } from '../../compare/compare-within-request.js';
import type { HttpContext } from '../context.js';
import { orErrors } from '../user-error.type.js';
import { CompareRatingSystemsInput } from './compare.input.js';
import { CompareRatingSystemsPayload } from './compare.payload.js';

@Resolver()
export class CompareResolver {
  @Mutation(() => CompareRatingSystemsPayload, {
    description:
      'Compares how well rating systems, or settings, would have predicted the matches of a league. Changes nothing. Takes at most 30 seconds, or runs in the background. Requires the scope league:admin for the league.',
  })
  compareRatingSystems(
    @Arg('input', () => CompareRatingSystemsInput, { description: 'The rating systems.' })
    input: CompareRatingSystemsInput,
    @Ctx() { app, access, left }: HttpContext,
  ): Promise<CompareRatingSystemsPayload> {
    return orErrors(async () => {
      if (input.inBackground) return { comparison: await requestComparison(app, access, input) };
      const { systems, ...comparison } = await compareWithinRequest(app, access, input, left);
      return { ...comparison, systems: systems.map(({ rater, ...system }) => ({ system: rater, ...system })) };
    });
  }
}
