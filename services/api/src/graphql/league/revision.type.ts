import { Field, Int, ObjectType } from 'type-graphql';
import { LeagueChancesType } from '../compare/league-chances.type.js';
import { connectionType } from '../connection.js';
import { DateTimeScalar, JsonScalar } from '../scalars.js';

@ObjectType('Revision', {
  description:
    "One official derivation of a league's ratings: the first one, and one for each correction, late match or change of the rating system.",
  simpleResolvers: true,
})
export class RevisionType {
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

export const RevisionConnection = connectionType('Revision', () => RevisionType, 'revisions');
