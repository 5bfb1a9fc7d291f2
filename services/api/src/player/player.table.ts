import { identity, integer, json, key, nullable, table, text, time } from '../kit/sql/table.js';

export const PlayerTable = table('player', {
  id: identity(),
  handle: text(),
  /** The handle, ignoring case; see handleKey(). */
  handleKey: text(),
  createdAt: time(),
  /** See `checkDisplayName`. */
  displayName: nullable(text()),
  /** The display name without regard to case; see foldedName(). */
  nameKey: nullable(text()),
  /** Since when the player has the display name; null without one. */
  namedAt: nullable(time()),
  /** See `checkCountry`. */
  country: nullable(text()),
  /** Since when the player has it; null without one. */
  countryAt: nullable(time()),
  /** See `checkLinks`. */
  links: nullable(json<readonly string[]>()),
  /** Since when the player has them; null without any. */
  linksAt: nullable(time()),
  /** When the player's personal data was erased; null if it was not. */
  erasedAt: nullable(time()),
});
export type PlayerTable = InstanceType<typeof PlayerTable>;

/** All names of all players, current and former. Because of its key, a name never leads to two players. */
export const PlayerNameTable = table('player_name', {
  /** See handleKey(). */
  handleKey: key(text()),
  handle: text(),
  playerId: integer(),
  /** Null for the player's current handle. */
  givenUpAt: nullable(time()),
  /** See skeletonsOf(). */
  smallSkeleton: text(),
  /** See skeletonsOf(). */
  capitalSkeleton: text(),
  /** See skeletonsOf(). */
  typedSkeleton: text(),
  /**
   * 0 for a name that no older one looks like; others are numbered. Two look-alikes created at the same time would both get 0, so one is
   * refused.
   */
  lookAlike: integer(),
});

/**
 * The players whom a league knows, because they were registered, have played or were merged in it. Rows of EVERYBODY are for the players
 * whom a public league knows. Triggers maintain the table.
 */
export const MembershipTable = table('membership', {
  playerId: key(integer()),
  leagueId: key(integer()),
  /** When the league first saw the player. */
  since: time(),
  /** The name by which the league knows the player. */
  handle: text(),
  /** See handleKey(). */
  handleKey: text(),
  /** The key of the player's display name, if the league knew them when it was given; otherwise null. */
  nameKey: nullable(text()),
});
export type MembershipTable = InstanceType<typeof MembershipTable>;

/**
 * Accounts of players at other platforms that each league may see; in league 0, accounts that everybody may see. A league that gets to
 * know a player later does not see their accounts: that would reveal that the player was somewhere else before.
 */
export const AccountTable = table('account', {
  /** Provider and id, for example `discord:1234`; see `accountKey`. */
  account: key(text()),
  leagueId: key(integer()),
  playerId: integer(),
  linkedAt: time(),
});

/** Names by which a league knew a player before. */
export const FormerNameTable = table('former_name', {
  handleKey: key(text()),
  leagueId: key(integer()),
  playerId: integer(),
  handle: text(),
  givenUpAt: time(),
});
