import { Field, Int, ObjectType } from 'type-graphql';
import type { Visibility } from '../../access/access.js';
import type { LateMatches } from '../../league/league.js';
import { LeagueChancesType } from '../compare/chances.type.js';
import { connectionType } from '../connection.js';
import { Node } from '../node-id.js';
import { DateTimeScalar, enumOf, JsonScalar } from '../scalars.js';

export const VisibilityEnum = enumOf<Visibility>('Visibility', 'Visibility of a league.', {
  PUBLIC: 'Everyone.',
  PRIVATE: 'Callers whose token names the league; it does not exist for anyone else.',
});

export const LateMatchesEnum = enumOf<LateMatches>(
  'LateMatches',
  'What happens to late matches: those played before the newest rated match.',
  {
    REPLAY: 'The match is inserted in its place and later matches are rated again.',
    REJECT: 'The match is rejected with LATE_MATCH.',
  },
);

export const LeagueOrderEnum = enumOf('LeagueOrder', 'Order of leagues.', {
  SLUG: 'By slug.',
  ACTIVITY: 'The league with the newest match first, those without matches last.',
});

@ObjectType('League', {
  implements: Node,
  description: 'A match log with one official rating system at a time.',
  simpleResolvers: true,
})
export class LeagueType extends Node {
  @Field(() => String, {
    description: 'Unique name in URLs: lower-case letters, digits and dashes. Former slugs lead to the league as well.',
  })
  slug!: string;

  @Field(() => String, { description: 'Display name.' })
  name!: string;

  @Field(() => String, { description: 'What the league is about; empty if there is no description.' })
  description!: string;

  @Field(() => Int, {
    nullable: true,
    description:
      'Angle of the colour that the league chose, from 0 to 359 degrees as in CSS `oklch`: 25 is red, 140 green, 250 blue. Null if it chose none.',
  })
  hue!: number | null;

  @Field(() => VisibilityEnum, { description: 'Who may read the league.' })
  visibility!: Visibility;

  @Field(() => Boolean, {
    description: 'Whether players enter the league with their first match. If not, they must be registered first.',
  })
  openEntry!: boolean;

  @Field(() => LateMatchesEnum, { description: 'What happens to late matches.' })
  lateMatches!: LateMatches;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'Earliest time at which a match may be played; null if there is no limit.',
  })
  opensAt!: Date | null;

  @Field(() => String, { description: "IANA name of the time zone in which the league's days end at midnight." })
  timeZone!: string;

  @Field(() => DateTimeScalar, {
    description: "Latest midnight in the league's time zone. Ratings that change with time are shown as of then.",
  })
  refreshedThrough!: Date;

  @Field(() => Int, {
    description:
      'Rated matches that a player needs for a rank by the rules of the league. Until then they are provisional. The rating system may require more: see `matchesForRank`.',
  })
  minMatches!: number;

  @Field(() => Int, {
    description:
      'Rated matches that a player needs for a rank, by `minMatches` and by the rating system: 1 or more. Players with as many are still provisional if their rating is too uncertain or they have not played lately.',
  })
  matchesForRank!: number;

  @Field(() => LeagueChancesType, {
    nullable: true,
    description:
      "How the league fits the chances of its rating system to its history; null: it shows the rating system's own.",
  })
  chanceFit!: unknown;

  @Field(() => Int, {
    nullable: true,
    description:
      'Days within which a player must have played for a rank; null if there is no limit. Counted back from `refreshedThrough`, so players lose their ranks at midnight, and regain them with their next match.',
  })
  activeWithin!: number | null;

  @Field(() => DateTimeScalar, { description: 'When the league was created.' })
  createdAt!: Date;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description:
      'When the league was archived; null if it is open. An archived league can only be read, and its board stays as it was.',
  })
  archivedAt!: Date | null;

  @Field(() => DateTimeScalar, {
    description:
      'Earliest time for `asKnownAt`: earlier boards are not retained. The creation of the league unless the operator limits the retention.',
  })
  knownSince!: Date;

  @Field(() => Int, { description: 'Number of matches in the log, including void ones.' })
  matchCount!: number;

  @Field(() => Int, { description: 'Number of players with at least one rated match.' })
  playerCount!: number;
}

@ObjectType('RaterTrouble', {
  description: "What is wrong with a third party's rater on this server. It goes when the rater works again.",
  simpleResolvers: true,
})
export class RaterTroubleType {
  @Field(() => DateTimeScalar, { description: 'Since when.' })
  since!: Date;

  @Field(() => String, {
    description: 'What happened, for example `their-elo 1.0.0 took longer than 10 s for a batch`.',
  })
  message!: string;
}

@ObjectType('LeagueRatingSystem', { description: 'A rating system as a league uses it.', simpleResolvers: true })
export class LeagueRatingSystemType {
  @Field(() => String, {
    description:
      'Version of the rater that produced the current ratings, for example `1.0.0`. While it differs from `system.version`, the league awaits a recompute and accepts no matches.',
  })
  raterVersion!: string;

  @Field(() => JsonScalar, { description: 'Value of every setting.' })
  settings!: unknown;

  @Field(() => Int, {
    description: "Current revision of the league's ratings, from 1; each recompute creates the next one.",
  })
  revision!: number;

  @Field(() => DateTimeScalar, { description: 'When the rating system took effect.' })
  appliedAt!: Date;
}

export const LeagueConnection = connectionType('League', () => LeagueType, 'leagues', {
  counts: 'leagues that the caller may read and the search finds',
  work: 100,
  isPartly: true,
});
