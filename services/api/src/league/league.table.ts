import type { Visibility } from '../access/access.js';
import {
  bigint,
  boolean,
  bytes,
  double,
  identity,
  integer,
  json,
  key,
  nullable,
  table,
  text,
  time,
} from '../kit/sql/table.js';
import type { LeagueChances } from '../raters/league-chances.js';
import type { SettingValues } from '../raters/rating-system.js';
import type { LateMatches } from './league.js';
import type { StatusRules } from './status-rules.js';

export const LeagueTable = table('league', {
  id: identity(),
  slug: text(),
  name: text(),
  description: text({ default: '' }),
  hue: nullable(integer()),
  /** The name of its picture in `league_picture`. */
  picture: nullable(text()),
  visibility: text<Visibility>(),
  isOpenEntry: boolean({ default: true }),
  lateMatches: text<LateMatches>({ default: 'REPLAY' }),
  opensAt: nullable(time()),
  queueBand: double({ default: () => '0.35' }),
  queueWait: integer({ default: 300 }),
  minMatches: integer({ default: 0 }),
  activeWithin: nullable(integer()),
  statusRules: nullable(json<StatusRules>()),
  placePoints: nullable(double<readonly number[]>({ array: true })),
  rater: text(),
  raterVersion: text(),
  settings: json<SettingValues>(),
  chanceFit: nullable(json<LeagueChances>()),
  revision: integer({ default: 1 }),
  generation: integer({ default: 1 }),
  appliedAt: time(),
  matchCount: integer({ default: 0 }),
  playerCount: integer({ default: 0 }),
  lastSequence: integer({ default: 0 }),
  ratedThrough: nullable(time()),
  journalBytes: bigint({ default: 0 }),
  keptRevision: integer({ default: 1 }),
  keptSince: nullable(time()),
  thinnedRevision: integer({ default: 1 }),
  /** Lines of generations before it are packed; see replay/pack-generations.ts. */
  packedGeneration: integer({ default: 1 }),
  timeZone: text({ default: 'UTC' }),
  refreshedThrough: time(),
  refreshDueAt: time(),
  archivedAt: nullable(time()),
  deletedAt: nullable(time()),
  version: bigint({ default: 0 }),
  mark: bigint({ default: 0 }),
  createdAt: time(),
});
export type LeagueTable = InstanceType<typeof LeagueTable>;

/** The pictures of leagues. */
export const LeaguePictureTable = table('league_picture', {
  leagueId: key(integer()),
  name: text(),
  content: bytes(),
});

/** The slug and the visibility of every league, as in `league`. A slug is in use as long as it is here. */
export const LeagueSlugTable = table('league_slug', {
  slug: key(text()),
  leagueId: integer(),
  visibility: text<Visibility>(),
});

/** Former slugs of leagues. They still lead to their league, and no other league can use them. */
export const FormerSlugTable = table('former_slug', {
  slug: key(text()),
  leagueId: integer(),
  givenUpAt: time(),
});

/** How each official derivation of a league's ratings was made; the newest is the current one. */
export const LeagueRevisionTable = table('league_revision', {
  leagueId: key(integer()),
  /** From 1 without a gap. */
  revision: key(integer()),
  /** The generation of its lines in the journal. Several revisions can share one, each of which rated the end of the log again. */
  generation: integer(),
  rater: text(),
  raterVersion: text(),
  settings: json<SettingValues>(),
  chanceFit: nullable(json<LeagueChances>()),
  /** Lines of the journal that it replaced; null for the first revision, and for those from before this was counted. */
  superseded: nullable(integer()),
  /** Lines that its replay wrote; null as above. */
  lines: nullable(integer()),
  /** Bytes by which the journal grew, as `journalBytes` counts them; null as above. */
  bytes: nullable(bigint()),
  /** The token whose quota its work counts towards; null as above, or if there was none. */
  tokenId: nullable(integer()),
  reason: text(),
  appliedAt: time(),
});
export type LeagueRevisionTable = InstanceType<typeof LeagueRevisionTable>;

/** The last verification of each league that the service carried out on its own. */
export const LeagueVerificationTable = table('league_verification', {
  leagueId: key(integer()),
  verifiedAt: time(),
  /** The newest arrival in the log then. */
  sequence: integer(),
  /** The official revision then. */
  revision: integer(),
  /** How many problems were found; 0 if the board equals a replay of the log. */
  problems: integer(),
});
export type LeagueVerificationTable = InstanceType<typeof LeagueVerificationTable>;

/** Growth that counts towards a token's storage quota besides its replays: matches that it added at the end of logs. */
export const TokenGrowthTable = table('token_growth', {
  tokenId: key(integer()),
  /** Beginning of the newest day of UTC with such matches. */
  day: time(),
  /** Bytes by which journals grew on that day, as `journalBytes` counts them. */
  bytes: bigint(),
});
