import { Field, Float, InputType, Int } from 'type-graphql';
import type { Visibility } from '../../access/access.js';
import type { LateMatches } from '../../league/league.js';
import { DateTimeScalar, JsonScalar } from '../scalars.js';
import { LateMatchesEnum, VisibilityEnum } from './league.type.js';

const TIME_ZONE = 'IANA name of the time zone whose midnights end its days, for example `Europe/Berlin`.';

@InputType({ description: 'A new league.' })
export class CreateLeagueInput {
  @Field(() => String, { description: 'Unique, 1 to 64 lower-case letters, digits and inner dashes; never changes.' })
  slug!: string;

  @Field(() => String, { description: 'Name for people, at most 100 characters.' })
  name!: string;

  @Field(() => String, { description: 'Key of an installed rating system, for example `timed-glicko`.' })
  ratingSystem!: string;

  @Field(() => JsonScalar, {
    nullable: true,
    description: 'Settings of the rating system, by its `settingsSchema`; those left out are at their defaults.',
  })
  settings?: unknown;

  @Field(() => String, { nullable: true, description: 'What the league is about, at most 2,000 characters.' })
  description?: string | null;

  @Field(() => VisibilityEnum, { nullable: true, description: 'Who may read it; PUBLIC where left out.' })
  visibility?: Visibility | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether players are made on first sight; true where left out.',
  })
  openEntry?: boolean | null;

  @Field(() => LateMatchesEnum, { nullable: true, description: 'What happens to late matches; REPLAY where left out.' })
  lateMatches?: LateMatches | null;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'No match may be played before; no limit where left out.',
  })
  opensAt?: Date | null;

  @Field(() => String, { nullable: true, description: `${TIME_ZONE} UTC where left out.` })
  timeZone?: string | null;

  @Field(() => Float, {
    nullable: true,
    description:
      'How far from 1/2 the chances of two players may be whom the queue pairs: above 0, at most 0.5; 0.35 where left out.',
  })
  queueBand?: number | null;

  @Field(() => Int, {
    nullable: true,
    description: 'How many seconds a player waits in the queue for an opponent, 1 to 86,400; 300 where left out.',
  })
  queueWait?: number | null;
}

@InputType({ description: 'What to change of a league; what is left out stays.' })
export class UpdateLeagueInput {
  @Field(() => String, { description: 'Slug of the league.' })
  league!: string;

  @Field(() => String, { nullable: true, description: 'Name for people, at most 100 characters.' })
  name?: string | null;

  @Field(() => String, { nullable: true, description: 'What the league is about, at most 2,000 characters.' })
  description?: string | null;

  @Field(() => VisibilityEnum, { nullable: true, description: 'Who may read it.' })
  visibility?: Visibility | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether players are made on first sight.' })
  openEntry?: boolean | null;

  @Field(() => LateMatchesEnum, { nullable: true, description: 'What happens to late matches.' })
  lateMatches?: LateMatches | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'No match may be played before; null lifts the limit.' })
  opensAt?: Date | null;

  @Field(() => String, { nullable: true, description: TIME_ZONE })
  timeZone?: string | null;

  @Field(() => Float, {
    nullable: true,
    description: 'How far from 1/2 the chances of two players may be whom the queue pairs: above 0, at most 0.5.',
  })
  queueBand?: number | null;

  @Field(() => Int, {
    nullable: true,
    description: 'How many seconds a player waits in the queue for an opponent, 1 to 86,400.',
  })
  queueWait?: number | null;

  @Field(() => String, { defaultValue: 'not given', description: 'Why, for the audit log.' })
  reason!: string;
}

@InputType({ description: 'Players to enter into a league before their first match there.' })
export class RegisterPlayersInput {
  @Field(() => String, { description: 'Slug of the league.' })
  league!: string;

  @Field(() => [String], { description: 'Handles, 1 to 1,000; players are made where they do not exist.' })
  players!: string[];
}
