import type { Rater } from '@openladder/rating';
import { Args, Ctx, Field, FieldResolver, Float, Int, ObjectType, Resolver, Root } from 'type-graphql';
import { canAdminister } from '../../access/access.js';
import type { Connection } from '../../kit/paging/page.js';
import type { League } from '../../league/league.js';
import { type LeagueRevision, listRevisions } from '../../league/league-derivation.repository.js';
import { leagueWork, sumTokenUse, tokenUse } from '../../league/quota.js';
import { type MissingRater, missingRater } from '../../raters/missing-rater.js';
import type { Token } from '../../token/token.repository.js';
import { TokenType } from '../access/token.type.js';
import { LeagueChancesType } from '../compare/chances.type.js';
import { connectionType, PageArgs, pagesBy } from '../connection.js';
import type { Context } from '../context.js';
import { RatingSystemType } from '../rating/rating-system.type.js';
import { DateTimeScalar, JsonScalar } from '../scalars.js';
import { LeagueType } from './league.type.js';

@ObjectType('Quota', { description: 'A limit of the operator, and how much of it is used.', simpleResolvers: true })
class QuotaType {
  @Field(() => Float, { description: 'How much is used.' })
  use!: number;

  @Field(() => Float, { nullable: true, description: 'How much may be used; null if there is no limit.' })
  limit!: number | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'When its use goes back to 0; null if it never does.' })
  refillsAt!: Date | null;
}

@ObjectType('Quotas', {
  description: 'Storage of a league or a token, and work for its late matches and corrections, each with its limit.',
  simpleResolvers: true,
})
class QuotasType {
  @Field(() => QuotaType, {
    description:
      'In bytes. For a league: its journal, including earlier revisions. For a token: how much its late matches and corrections make journals grow in a day of UTC.',
  })
  storage!: QuotaType;

  @Field(() => QuotaType, { description: 'Lines of journals that late matches and corrections rate again in an hour.' })
  work!: QuotaType;
}

@ObjectType('Revision', {
  description:
    "One official derivation of a league's ratings: the first one, and one for each correction, late match or change of the rating system.",
  simpleResolvers: true,
})
class RevisionType {
  @Field(() => Int, { description: 'Number of the revision, from 1.' })
  revision!: number;

  @Field(() => String, { description: 'Version of the rater, for example `1.0.0`.' })
  raterVersion!: string;

  @Field(() => JsonScalar, { description: 'Value of every setting of the rating system.' })
  settings!: unknown;

  @Field(() => LeagueChancesType, {
    nullable: true,
    description: 'How the league fits its chances to its history from this revision on; null if it does not.',
  })
  chanceFit!: unknown;

  @Field(() => DateTimeScalar, { description: 'When the board began to show it.' })
  appliedAt!: Date;
}

const RevisionConnection = connectionType('Revision', () => RevisionType, 'revisions');

@ObjectType('Verification', {
  description:
    "A verification that a league's ratings, journal and board equal a replay of its match log, to the last bit.",
  simpleResolvers: true,
})
class VerificationType {
  @Field(() => DateTimeScalar, { description: 'When it was carried out. The whole league is read as of this time.' })
  verifiedAt!: Date;

  @Field(() => Int, {
    description:
      'Sequence number of the newest match that it covers, counted from 1 in order of arrival; 0 if the log was empty.',
  })
  sequence!: number;

  @Field(() => Int, { description: "Revision of the league's ratings that it covers." })
  revision!: number;

  @Field(() => Boolean, {
    description: 'Whether the log and the revision are still those that it covers. A newer match makes this false.',
  })
  isCurrent!: boolean;

  @Field(() => Boolean, { description: 'Whether no problem was found.' })
  holds!: boolean;

  @Field(() => Int, { description: 'Number of problems found, 0 or more. `openladder verify` lists them.' })
  problems!: number;
}

@Resolver(() => LeagueType)
export class LeagueQuotasResolver {
  @FieldResolver(() => QuotasType, {
    nullable: true,
    description: 'How much of its quotas the league has used; null unless the caller may administer it.',
  })
  async quotas(@Root() league: League, @Ctx() { app, access }: Context): Promise<QuotasType | null> {
    if (!canAdminister(access, league)) return null;
    const storage = { use: league.journalBytes, limit: app.leagueStorage, refillsAt: null };
    return { storage, work: await leagueWork(app, app.database, league.id) };
  }
}

@Resolver(() => TokenType)
export class TokenQuotasResolver {
  @FieldResolver(() => QuotasType, { description: 'How much of its quotas the token has used.' })
  quotas(@Root() { id }: Token, @Ctx() { app }: Context): Promise<QuotasType> {
    return tokenUse(app, id, (since) => sumTokenUse(app.database, id, since));
  }
}

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
