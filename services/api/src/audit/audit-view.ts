import type { Json } from '@openladder/rating';

type Fields = { readonly [key: string]: Json };

/** Turns what stands in an entry by ids into what people and programs know it by. */
export interface Names {
  /** Handle of a player. */
  player(id: number): Promise<string | null>;
  /** Global id of a token. */
  token(id: number): string;
}

const CORRECTIONS = new Set(['amendMatch', 'voidMatch', 'restoreMatch', 'voidMatches', 'restoreMatches']);
const MERGES = new Set(['mergePlayers', 'unmergePlayers']);
const PLAYERS = new Set(['updatePlayer', 'linkAccount', 'unlinkAccount', 'erasePlayer', 'hidePlayer', 'showPlayer']);
const TOKENS = new Set(['createToken', 'rotateToken', 'revokeToken']);

/** The state before or after in an entry, with names in place of ids. */
export async function namedView(action: string, view: Json, names: Names): Promise<Json> {
  if (!isFields(view)) return view;
  if (CORRECTIONS.has(action)) {
    // The entry of a league, whose matches were corrected together, has no sides.
    return view.sides === undefined ? view : { ...view, sides: await namedPlayers(view.sides, names) };
  }
  if (MERGES.has(action)) return namedPlayers(view, names);
  if (TOKENS.has(action)) return typeof view.id === 'number' ? { ...view, id: names.token(view.id) } : view;
  if (!PLAYERS.has(action) && action !== 'mendNames') return view;
  // The subject of these entries is the player; before and after of a mended name are two players.
  const { id, ...rest } = view;
  return action === 'mendNames' && typeof id === 'number' ? { player: await names.player(id), ...rest } : rest;
}

/** The keys under which players are stored, and those under which they are shown. */
const PLAYER_KEYS: Readonly<Record<string, string>> = { playerId: 'player', intoId: 'into', opponentId: 'opponent' };

async function namedPlayers(value: Json, names: Names): Promise<Json> {
  if (Array.isArray(value)) return Promise.all(value.map((item) => namedPlayers(item, names)));
  if (!isFields(value)) return value;
  const entries = Object.entries(value).map(async ([key, item]): Promise<[string, Json]> => {
    const shownKey = PLAYER_KEYS[key];
    if (shownKey && typeof item === 'number') return [shownKey, await names.player(item)];
    return [key, await namedPlayers(item, names)];
  });
  return Object.fromEntries(await Promise.all(entries));
}

function isFields(value: Json): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
