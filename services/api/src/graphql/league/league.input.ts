import { Field, Float, InputType, Int } from 'type-graphql';
import type { Visibility } from '../../access/access.js';
import type { LateMatches } from '../../league/league.js';
import { StatusRulesInput } from '../match/match.type.js';
import { type PayloadFields, payloadOf } from '../payload.js';
import { PlayerType } from '../player/player.type.js';
import { RatingType } from '../rating/rating.type.js';
import { DateTimeScalar, JsonScalar } from '../scalars.js';
import { LateMatchesEnum, LeagueType, VisibilityEnum } from './league.type.js';

const HUE = 'Angle of its colour on the site, from 0 to 359 degrees.';
const TIME_ZONE = 'IANA name of the time zone in which its days end at midnight, for example `Europe/Berlin`.';

@InputType({ description: 'A league to create.' })
export class CreateLeagueInput {
  @Field(() => String, { description: 'Unique: 1 to 64 lower-case letters, digits and inner dashes.' })
  slug!: string;

  @Field(() => String, { description: 'Display name, at most 100 characters.' })
  name!: string;

  @Field(() => String, { description: 'Key of an installed rating system, for example `timed-glicko`.' })
  ratingSystem!: string;

  @Field(() => JsonScalar, {
    nullable: true,
    description: "Settings that match the rating system's `settingsSchema`; omitted settings have their defaults.",
  })
  settings?: unknown;

  @Field(() => String, { nullable: true, description: 'What the league is about, at most 2,000 characters.' })
  description?: string | null;

  @Field(() => Int, { nullable: true, description: `${HUE} None if omitted.` })
  hue?: number | null;

  @Field(() => Int, {
    nullable: true,
    description: 'Rated matches that a player needs for a rank: 0 to 1,000; 0 if omitted.',
  })
  minMatches?: number | null;

  @Field(() => Int, {
    nullable: true,
    description:
      'Days within which a player must have played for a rank, up to the newest midnight: 1 to 36,500; no limit if omitted.',
  })
  activeWithin?: number | null;

  @Field(() => StatusRulesInput, { nullable: true, description: 'How sides that did not finish are rated.' })
  statusRules?: StatusRulesInput | null;

  @Field(() => VisibilityEnum, { nullable: true, description: 'Who may read the league; PUBLIC if omitted.' })
  visibility?: Visibility | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether players enter the league with their first match, without being registered; true if omitted.',
  })
  openEntry?: boolean | null;

  @Field(() => LateMatchesEnum, { nullable: true, description: 'What happens to late matches; REPLAY if omitted.' })
  lateMatches?: LateMatches | null;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'Earliest time at which a match may be played; no limit if omitted.',
  })
  opensAt?: Date | null;

  @Field(() => String, { nullable: true, description: `${TIME_ZONE} UTC if omitted.` })
  timeZone?: string | null;

  @Field(() => Float, {
    nullable: true,
    description:
      'How far from 1/2 the chance to win may be for the queue to pair two players: above 0, at most 0.5; 0.35 if omitted.',
  })
  queueBand?: number | null;

  @Field(() => Int, {
    nullable: true,
    description: 'How long a player waits in the queue for an opponent, in seconds: 1 to 86,400; 300 if omitted.',
  })
  queueWait?: number | null;
}

@InputType({ description: 'Changes to a league; omitted fields stay as they are.' })
export class UpdateLeagueInput {
  @Field(() => String, { description: 'Slug of the league.' })
  league!: string;

  @Field(() => String, {
    nullable: true,
    description:
      'New slug: 1 to 64 lower-case letters, digits and inner dashes. The old one still leads to the league, and no other league can get it. Requires the scope platform:admin.',
  })
  slug?: string | null;

  @Field(() => String, { nullable: true, description: 'Display name, at most 100 characters.' })
  name?: string | null;

  @Field(() => String, { nullable: true, description: 'What the league is about, at most 2,000 characters.' })
  description?: string | null;

  @Field(() => Int, { nullable: true, description: `${HUE} Null: none.` })
  hue?: number | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Its picture: a PNG, JPEG or WebP file in Base64, at most 100,000 bytes, 16 to 1,024 pixels wide and as many high. Null: none any more.',
  })
  picture?: string | null;

  @Field(() => Int, {
    nullable: true,
    description: 'Rated matches that a player needs for a rank: 0 to 1,000.',
  })
  minMatches?: number | null;

  @Field(() => Int, {
    nullable: true,
    description:
      'Days within which a player must have played for a rank, up to the newest midnight: 1 to 36,500; null removes the limit.',
  })
  activeWithin?: number | null;

  @Field(() => StatusRulesInput, { nullable: true, description: 'How sides that did not finish are rated.' })
  statusRules?: StatusRulesInput | null;

  @Field(() => VisibilityEnum, { nullable: true, description: 'Who may read the league.' })
  visibility?: Visibility | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether players enter the league with their first match, without being registered.',
  })
  openEntry?: boolean | null;

  @Field(() => LateMatchesEnum, { nullable: true, description: 'What happens to late matches.' })
  lateMatches?: LateMatches | null;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'Earliest time at which a match may be played; null removes the limit.',
  })
  opensAt?: Date | null;

  @Field(() => String, { nullable: true, description: TIME_ZONE })
  timeZone?: string | null;

  @Field(() => Float, {
    nullable: true,
    description: 'How far from 1/2 the chance to win may be for the queue to pair two players: above 0, at most 0.5.',
  })
  queueBand?: number | null;

  @Field(() => Int, {
    nullable: true,
    description: 'How long a player waits in the queue for an opponent, in seconds: 1 to 86,400.',
  })
  queueWait?: number | null;

  @Field(() => String, { defaultValue: 'not given', description: 'Reason for the audit log.' })
  reason!: string;
}

@InputType({ description: 'A display name for a player who is registered.' })
class PlayerNameInput {
  @Field(() => String, { description: 'The player as in `players`.' })
  player!: string;

  @Field(() => String, { description: 'The name to show, as in updatePlayer.' })
  displayName!: string;
}

@InputType({ description: 'Players to register in a league before their first match there.' })
export class RegisterPlayersInput {
  @Field(() => String, { description: 'Slug of the league.' })
  league!: string;

  @Field(() => [String], {
    description:
      '1 to 1,000 handles or accounts (`discord:1234`); unknown handles create players. A handle is one person in all leagues of the instance.',
  })
  players!: string[];

  @Field(() => [PlayerNameInput], {
    nullable: true,
    description:
      'Display names for some of the players, at most 100. Refused for players whom another league that the token may read knew first.',
  })
  displayNames?: PlayerNameInput[] | null;
}

export const CreateLeaguePayload = payloadOf('createLeague', {
  league: [() => LeagueType, 'The new league; null if the request was refused.'],
});

export const UpdateLeaguePayload = payloadOf('updateLeague', {
  league: [() => LeagueType, 'The league as it is now; null if the change was refused.'],
});

export const RegisterPlayersPayload = payloadOf('registerPlayers', {
  league: [() => LeagueType, 'The league; null if the request was refused.'],
  players: [() => [PlayerType], 'The players, in the order given; null if the request was refused.'],
});

const LEAGUE = 'Slug of the league.';
const REASON = 'Reason for the audit log.';

@InputType({ description: 'A league to archive.' })
export class ArchiveLeagueInput {
  @Field(() => String, { description: LEAGUE })
  league!: string;

  @Field(() => String, { description: REASON })
  reason!: string;
}

@InputType({ description: 'An archived league to open again.' })
export class RestoreLeagueInput {
  @Field(() => String, { description: LEAGUE })
  league!: string;

  @Field(() => String, { description: REASON })
  reason!: string;
}

const PLAYER = 'Current or former handle, or an account such as `discord:1234`.';

@InputType({ description: 'A player to hide from the boards of a league.' })
export class HidePlayerInput {
  @Field(() => String, { description: LEAGUE })
  league!: string;

  @Field(() => String, { description: PLAYER })
  player!: string;

  @Field(() => String, { description: REASON })
  reason!: string;
}

@InputType({ description: 'A hidden player to list again.' })
export class ShowPlayerInput {
  @Field(() => String, { description: LEAGUE })
  league!: string;

  @Field(() => String, { description: PLAYER })
  player!: string;

  @Field(() => String, { description: REASON })
  reason!: string;
}

@InputType({ description: 'An archived league to delete.' })
export class DeleteLeagueInput {
  @Field(() => String, { description: LEAGUE })
  league!: string;

  @Field(() => String, { description: 'The slug once more, because this cannot be undone.' })
  confirm!: string;

  @Field(() => String, { description: REASON })
  reason!: string;
}

const theLeague = {
  league: [() => LeagueType, 'The league; null if the request was refused.'],
} satisfies PayloadFields;
const theRating = {
  rating: [() => RatingType, "The player's rating; null if the request was refused."],
} satisfies PayloadFields;

export const ArchiveLeaguePayload = payloadOf('archiveLeague', theLeague);

export const RestoreLeaguePayload = payloadOf('restoreLeague', theLeague);

export const HidePlayerPayload = payloadOf('hidePlayer', theRating);

export const ShowPlayerPayload = payloadOf('showPlayer', theRating);

export const DeleteLeaguePayload = payloadOf('deleteLeague', {
  slug: [() => String, 'Slug of the league, which is free again; null if the request was refused.'],
});
