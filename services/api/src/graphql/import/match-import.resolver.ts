import { Arg, Ctx, FieldResolver, ID, Int, Mutation, Resolver, Root } from 'type-graphql';
import { AccessDenied, canAdminister } from '../../access/access.js';
import type { ImportReport, MatchImport } from '../../import/match-import.js';
import { type ImportKey, listImports } from '../../import/match-import.repository.js';
import { cancelImport, checkImport, checkNameOf, startImport } from '../../import/request-import.js';
import { type Connection, checkFirst, decodeCursor, encodeCursor, toConnection } from '../../kit/paging/page.js';
import type { League } from '../../league/league.js';
import { AFTER, FIRST } from '../connection.js';
import { type Context, chargeCheck, type HttpContext } from '../context.js';
import { LeagueType } from '../league/league.type.js';
import { nodeId, parseNodeId } from '../node-id.js';
import { DateTimeScalar } from '../scalars.js';
import { orErrors } from '../user-error.type.js';
import { CancelImportInput, CheckImportInput, StartImportInput } from './match-import.input.js';
import {
  CancelImportPayload,
  CheckImportPayload,
  ImportReportType,
  MatchImportConnection,
  MatchImportType,
  StartImportPayload,
} from './match-import.type.js';

const NEEDS = 'Requires the scope league:admin for the league.';

@Resolver(() => MatchImportType)
export class MatchImportResolver {
  @Mutation(() => CheckImportPayload, {
    description: `Checks a whole file with a mapping of its columns, in the background. Imports nothing. ${NEEDS}`,
  })
  checkImport(
    @Arg('input', () => CheckImportInput, { description: 'The import and the mapping.' }) input: CheckImportInput,
    @Ctx() context: HttpContext,
  ): Promise<CheckImportPayload> {
    const { app, access } = context;
    return orErrors(async () => {
      const asked = await checkImport(app, access, importKeyOf(app, input.import), input);
      chargeCheck(context, asked);
      return { import: asked };
    });
  }

  @Mutation(() => StartImportPayload, {
    description: `Imports a checked file in the background. Matches already in the league stay as they are, so an import can be repeated. ${NEEDS}`,
  })
  startImport(
    @Arg('input', () => StartImportInput, { description: 'The import.' }) input: StartImportInput,
    @Ctx() { app, access }: Context,
  ): Promise<StartImportPayload> {
    return orErrors(async () => ({
      import: await startImport(app, access, importKeyOf(app, input.import), input.check),
    }));
  }

  @Mutation(() => CancelImportPayload, {
    description: `Cancels an import and deletes its file. What it has imported stays; one that is over is not changed. ${NEEDS}`,
  })
  cancelImport(
    @Arg('input', () => CancelImportInput, { description: 'The import.' }) input: CancelImportInput,
    @Ctx() { app, access }: Context,
  ): Promise<CancelImportPayload> {
    return orErrors(async () => ({ import: await cancelImport(app, access, importKeyOf(app, input.import)) }));
  }

  @FieldResolver(() => ID, { description: 'Opaque global id.' })
  id(@Root() { leagueId, id }: MatchImport, @Ctx() { app }: Context): string {
    return nodeId(app, 'MatchImport', leagueId, id);
  }

  @FieldResolver(() => LeagueType, { description: 'The league.' })
  league(@Root() { leagueId }: MatchImport, @Ctx() { loaders }: Context): Promise<League> {
    return loaders.league.load(leagueId);
  }

  @FieldResolver(() => String, {
    description: 'Name of the token that uploaded the file, or that started the import.',
  })
  requestedBy(@Root() { actor }: MatchImport): string {
    return actor;
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: 'The mapping of the newest check; null before, and for JSON Lines.',
  })
  mapping(@Root() { plan }: MatchImport): string | null {
    return plan?.mapping ?? null;
  }

  @FieldResolver(() => String, { nullable: true, description: 'Format of dates that was given with it.' })
  dateFormat(@Root() { plan }: MatchImport): string | null {
    return plan?.dateFormat ?? null;
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: 'Time zone of dates without an offset in the newest check; null before, and for JSON Lines.',
  })
  timeZone(@Root() { plan }: MatchImport): string | null {
    return plan?.mapping ? (plan.timeZone ?? 'UTC') : null;
  }

  @FieldResolver(() => DateTimeScalar, {
    nullable: true,
    description: 'Time of the first match that was given with it.',
  })
  startAt(@Root() { plan }: MatchImport): Date | null {
    return plan?.startAt ? new Date(plan.startAt) : null;
  }

  @FieldResolver(() => String, { nullable: true, description: 'Time between matches that was given with it.' })
  every(@Root() { plan }: MatchImport): string | null {
    return plan?.every ?? null;
  }

  @FieldResolver(() => String, { nullable: true, description: 'Prefix of external ids that was given with it.' })
  idPrefix(@Root() { plan }: MatchImport): string | null {
    return plan?.idPrefix ?? null;
  }

  @FieldResolver(() => ImportReportType, { nullable: true, description: 'What the newest check found; null before.' })
  report(@Root() found: MatchImport): object | null {
    return found.report && { ...datesOf(found.report), check: checkNameOf(found) };
  }
}

/** Reports are kept as JSON, in which times are texts. */
function datesOf(report: ImportReport): object {
  const { firstPlayedAt, lastPlayedAt, examples } = report;
  return {
    ...report,
    firstPlayedAt: firstPlayedAt && new Date(firstPlayedAt),
    lastPlayedAt: lastPlayedAt && new Date(lastPlayedAt),
    examples: examples.map((example) => ({ ...example, playedAt: new Date(example.playedAt) })),
  };
}

/** @returns null if the id is not that of an import */
export function importKeyOf(app: Context['app'], id: string): ImportKey | null {
  const parsed = parseNodeId(app, id);
  return parsed?.kind === 'MatchImport' ? { leagueId: parsed.key[0]!, id: parsed.key[1]! } : null;
}

@Resolver(() => LeagueType)
export class LeagueImportsResolver {
  @FieldResolver(() => MatchImportConnection, { description: `Imports of files, newest first. ${NEEDS}` })
  async imports(
    @Root() league: League,
    @Ctx() { app, access }: Context,
    @Arg('first', () => Int, { defaultValue: 20, description: FIRST }) first: number,
    @Arg('after', () => String, { nullable: true, description: AFTER }) after?: string,
  ): Promise<Connection<MatchImport>> {
    if (!canAdminister(access, league)) throw new AccessDenied(access, `read the imports of ${league.slug}`);
    const [beforeId] = decodeCursor(app.seal, 'import', ['integer'], after) ?? [null];
    const imports = await listImports(app.database, league.id, { limit: checkFirst(first) + 1, beforeId });
    return toConnection(imports, first, ({ id }) => encodeCursor(app.seal, 'import', id), after != null);
  }
}
