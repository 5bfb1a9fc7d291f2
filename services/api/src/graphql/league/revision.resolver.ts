import type { Rater } from '@openladder/rating';
import { Args, Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { Connection } from '../../kit/paging/page.js';
import type { League } from '../../league/league.js';
import { type LeagueRevision, listRevisions } from '../../league/revision.repository.js';
import { type MissingRater, missingRater } from '../../raters/missing-rater.js';
import { PageArgs, pagesBy } from '../connection.js';
import type { Context } from '../context.js';
import { RatingSystemType } from '../rating/rating-system.type.js';
import { LeagueType } from './league.type.js';
import { RevisionConnection, RevisionType } from './revision.type.js';

const revisionPages = pagesBy('revision', ['integer'], ({ revision }: LeagueRevision) => [revision]);

@Resolver(() => LeagueType)
export class LeagueRevisionsResolver {
  @FieldResolver(() => RevisionConnection, { description: "Revisions of the league's ratings, newest first." })
  revisions(
    @Root() league: League,
    @Ctx() { app }: Context,
    @Args(() => PageArgs) page: PageArgs,
  ): Promise<Connection<LeagueRevision>> {
    return revisionPages(app, page, (limit, before) => listRevisions(app.reads, league.id, { limit, before }));
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
