import { Field, Int, ObjectType, registerEnumType } from 'type-graphql';
import type { Visibility } from '../../access/access.js';
import type { LateMatches } from '../../league/league.js';
import { connectionType } from '../connection.js';
import { Node } from '../node.type.js';
import { DateTimeScalar, JsonScalar } from '../scalars.js';

export const VisibilityEnum = { PUBLIC: 'PUBLIC', PRIVATE: 'PRIVATE' } as const satisfies Record<Visibility, string>;
registerEnumType(VisibilityEnum, {
  name: 'Visibility',
  description: 'Who may read a league.',
  valuesConfig: {
    PUBLIC: { description: 'Anyone.' },
    PRIVATE: { description: 'Callers whose token names it; for all others it does not exist.' },
  },
});

export const LateMatchesEnum = { REPLAY: 'REPLAY', REJECT: 'REJECT' } as const satisfies Record<LateMatches, string>;
registerEnumType(LateMatchesEnum, {
  name: 'LateMatches',
  description: 'What happens to a match that arrives with a playedAt before the newest rated one.',
  valuesConfig: {
    REPLAY: { description: 'It goes into its place, and the later matches are rated anew.' },
    REJECT: { description: 'It is rejected with LATE_MATCH.' },
  },
});

@ObjectType('League', {
  implements: Node,
  description: 'A match log with one official rating system at a time.',
  simpleResolvers: true,
})
export class LeagueType extends Node {
  @Field(() => String, { description: 'Unique name in addresses: lower-case letters, digits and dashes.' })
  slug!: string;

  @Field(() => String, { description: 'Name for people.' })
  name!: string;

  @Field(() => String, { description: 'What the league is about; empty where nobody said.' })
  description!: string;

  @Field(() => VisibilityEnum, { description: 'Who may read it.' })
  visibility!: Visibility;

  @Field(() => Boolean, {
    description: 'Whether players are made on first sight; otherwise they are registered first.',
  })
  openEntry!: boolean;

  @Field(() => LateMatchesEnum, { description: 'What happens to a match that arrives late.' })
  lateMatches!: LateMatches;

  @Field(() => DateTimeScalar, { nullable: true, description: 'No match may be played before; null: no limit.' })
  opensAt!: Date | null;

  @Field(() => String, { description: 'IANA name of the time zone whose midnights end its days.' })
  timeZone!: string;

  @Field(() => DateTimeScalar, {
    description:
      'The midnight as of which the board stands, the newest of its time zone: ratings that change with time are shown as they had become by then.',
  })
  refreshedThrough!: Date;

  @Field(() => DateTimeScalar, { description: 'When the league was made.' })
  createdAt!: Date;

  @Field(() => Int, { description: 'Matches in the log, void ones too.' })
  matchCount!: number;

  @Field(() => Int, { description: 'Players with at least one rated match.' })
  playerCount!: number;
}

@ObjectType('LeagueRatingSystem', { description: 'A rating system as a league uses it.', simpleResolvers: true })
export class LeagueRatingSystemType {
  @Field(() => String, {
    description:
      'Version of the rater that derived the board, such as "1.0.0". While it differs from `system.version` the league waits to be derived anew, and takes no matches.',
  })
  raterVersion!: string;

  @Field(() => JsonScalar, { description: 'The value of every setting.' })
  settings!: unknown;

  @Field(() => Int, {
    description: "Number of the derivation of the league's ratings, from 1; a recompute makes the next.",
  })
  revision!: number;

  @Field(() => DateTimeScalar, { description: 'When the rating system took effect.' })
  appliedAt!: Date;
}

export const LeagueConnection = connectionType('League', () => LeagueType, 'leagues');
