import type { Rater } from '@openladder/rating';
import { Arg, Ctx, FieldResolver, Int, Resolver, Root } from 'type-graphql';
import { type Connection, checkFirst, decodeCursor, encodeCursor, toConnection } from '../../kit/paging/page.js';
import type { League } from '../../league/league.js';
import { type LeagueRevision, listRevisions } from '../../league/league-derivation.repository.js';
import { type MissingRater, missingRater } from '../../raters/missing-rater.js';
import { AFTER, FIRST } from '../connection.js';
import type { Context } from '../context.js';
import { RatingSystemType } from '../rating/rating-system.type.js';
import { LeagueType } from './league.type.js';
import { RevisionConnection, RevisionType } from './revision.type.js';

@Resolver(() => LeagueType)
export class LeagueRevisionsResolver {
  @FieldResolver(() => RevisionConnection, { description: "Revisions of the league's ratings, newest first." })
  async revisions(
    @Root() league: League,
    @Ctx() { app }: Context,
    @Arg('first', () => Int, { defaultValue: 20, description: FIRST }) first: number,
    @Arg('after', () => String, { nullable: true, description: AFTER }) after?: string,
  ): Promise<Connection<LeagueRevision>> {
    const [before] = decodeCursor(app.seal, 'revision', ['integer'], after) ?? [null];
    const revisions = await listRevisions(app.reads, league.id, { limit: checkFirst(first) + 1, before });
    return toConnection(
      revisions,
      first,
      ({ revision }) => encodeCursor(app.seal, 'revision', revision),
      after != null,
    );
  }
}

@Resolver(() => RevisionType)
export class RevisionResolver {
  @FieldResolver(() => RatingSystemType, {
    description: 'The rater of this revision; `isInstalled` is false if this service lacks it.',
  })
  system(@Root() { rater, raterVersion }: LeagueRevision, @Ctx() { app }: Context): Rater | MissingRater {
    return app.raters.get(rater) ?? missingRater(rater, raterVersion);
  }
}
