import { Args, Ctx, FieldResolver, ID, Resolver, Root } from 'type-graphql';
import { AccessDenied, canAdminister } from '../../access/access.js';
import type { ImportRefusal, ImportReport, MatchImport } from '../../import/match-import.js';
import { type ImportKey, listImports } from '../../import/match-import.repository.js';
import { refusalSentence } from '../../import/reading.js';
import { checkNameOf } from '../../import/request-import.js';
import type { Connection } from '../../kit/paging/page.js';
import { beginWork } from '../../kit/paging/response-size.js';
import type { League } from '../../league/league.js';
import { type AddedMatches, countAddedMatches } from '../../match-log/imported-matches.repository.js';
import { PageArgs, pagesBy } from '../connection.js';
import { type Context } from '../context.js';
import { LeagueType } from '../league/league.type.js';
import { Cost } from '../limits/cost.js';
import { nodeId, parseNodeId } from '../node-id.js';
import { DateTimeScalar } from '../scalars.js';
import {
  AddedMatchesType,
  ImportRefusalType,
  ImportReportType,
  MatchImportConnection,
  MatchImportType,
} from './match-import.type.js';

const NEEDS = 'Requires the scope league:admin for the league.';

@Resolver(() => MatchImportType)
export class MatchImportResolver {
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

@Resolver(() => ImportRefusalType)
export class ImportRefusalResolver {
  @FieldResolver(() => String, { description: 'A sentence for people, about the first that breaks the rule.' })
  message(@Root() refusal: ImportRefusal): string {
    return refusalSentence(refusal);
  }
}

/** Reports are kept as JSON, in which times are texts. */
function datesOf(report: ImportReport): object {
  const { firstPlayedAt, lastPlayedAt, examples } = report;
  return {
    words: [],
    ...report,
    firstPlayedAt: firstPlayedAt && new Date(firstPlayedAt),
    lastPlayedAt: lastPlayedAt && new Date(lastPlayedAt),
    examples: examples.map((example) => ({ ...example, playedAt: new Date(example.playedAt) })),
  };
}

/** @returns null if the id is not that of an import */
export function importKeyOf(app: Pick<Context['app'], 'seal'>, id: string): ImportKey | null {
  const parsed = parseNodeId(app, id);
  return parsed?.kind === 'MatchImport' ? { leagueId: parsed.key[0]!, id: parsed.key[1]! } : null;
}

const importPages = pagesBy('import', ['integer'], ({ id }: MatchImport) => [id]);

@Resolver(() => LeagueType)
export class LeagueImportsResolver {
  @FieldResolver(() => MatchImportConnection, { description: `Imports of files, newest first. ${NEEDS}` })
  imports(
    @Root() league: League,
    @Ctx() { app, access }: Context,
    @Args(() => PageArgs) page: PageArgs,
  ): Promise<Connection<MatchImport>> {
    if (!canAdminister(access, league)) throw new AccessDenied(access, `read the imports of ${league.slug}`);
    return importPages(app, page, (limit, beforeId) => listImports(app.database, league.id, { limit, beforeId }));
  }
}

/** Matches of which the state is read in the time of a point. */
const MATCHES_PER_POINT = 10;

@Resolver(() => MatchImportType)
export class WithdrawImportResolver {
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
