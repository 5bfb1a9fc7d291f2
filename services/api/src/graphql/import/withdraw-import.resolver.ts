import { Arg, Ctx, Field, FieldResolver, Mutation, ObjectType, Resolver, Root } from 'type-graphql';
import { restoreImport, withdrawImport } from '../../changes/import-status.js';
import type { MatchImport } from '../../import/match-import.js';
import { beginWork } from '../../kit/paging/answer-size.js';
import { type AddedMatches, countAddedMatches } from '../../match-log/imported-matches.repository.js';
import type { Context, HttpContext } from '../context.js';
import { Cost } from '../limits/cost.js';
import { change } from '../recompute/change.js';
import { CorrectionPayload } from '../recompute/correction.payload.js';
import { RestoreImportInput, WithdrawImportInput } from './match-import.input.js';
import { importKeyOf } from './match-import.resolver.js';
import { AddedMatchesType, MatchImportType } from './match-import.type.js';

/** Matches of which the state is read in the time of a point. */
const MATCHES_PER_POINT = 10;

const NEEDS = 'Requires the scope league:admin for the league.';

@ObjectType({ simpleResolvers: true })
abstract class ImportCorrectionPayload extends CorrectionPayload {
  @Field(() => MatchImportType, { nullable: true, description: 'The import; null if the request was refused.' })
  import?: unknown;
}

@ObjectType({ description: 'Result of withdrawImport.', simpleResolvers: true })
class WithdrawImportPayload extends ImportCorrectionPayload {}

@ObjectType({ description: 'Result of restoreImport.', simpleResolvers: true })
class RestoreImportPayload extends ImportCorrectionPayload {}

@Resolver(() => MatchImportType)
export class WithdrawImportResolver {
  @Mutation(() => WithdrawImportPayload, {
    description: `Withdraws all matches that an import has added and that count, in one correction, with one update of the later ratings. \`restoreImport\` undoes it. ${NEEDS}`,
  })
  withdrawImport(
    @Arg('input', () => WithdrawImportInput, { description: 'The import.' }) input: WithdrawImportInput,
    @Ctx() context: HttpContext,
  ): Promise<WithdrawImportPayload> {
    return change(context, withdrawImport, { ...input, import: importKeyOf(context.app, input.import) });
  }

  @Mutation(() => RestoreImportPayload, {
    description: `Restores the matches that \`withdrawImport\` has withdrawn, in one correction. Those that were withdrawn by themselves stay withdrawn. ${NEEDS}`,
  })
  restoreImport(
    @Arg('input', () => RestoreImportInput, { description: 'The import.' }) input: RestoreImportInput,
    @Ctx() context: HttpContext,
  ): Promise<RestoreImportPayload> {
    return change(context, restoreImport, { ...input, import: importKeyOf(context.app, input.import) });
  }

  @Cost({ work: 20 })
  @FieldResolver(() => AddedMatchesType, {
    nullable: true,
    description:
      'The matches that it has added, as they are now; null while it is under way, and for imports begun with an earlier version, which did not record them.',
  })
  async addedMatches(@Root() found: MatchImport, @Ctx() { app, size }: Context): Promise<AddedMatches | null> {
    const { status, accepted, begunAfter } = found;
    if (status === 'CHECKING' || status === 'IMPORTING' || (begunAfter === null && accepted > 0)) return null;
    await beginWork(size, Math.ceil(accepted / MATCHES_PER_POINT));
    return countAddedMatches(app.database, found);
  }
}
