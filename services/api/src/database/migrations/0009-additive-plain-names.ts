import { migration } from './migration.js';

/** Letters that NFKD leaves whole and people write as another one, or as two; and the sigma at the end of words. */
const LETTERS = { from: 'łøđðıς', to: 'loddiσ' };
const LIGATURES = { ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th' };

// Styled letters such as those of mathematics become plain ones, and these may be capital.
const bare = `lower(regexp_replace(normalize(name, NFKD), '[\\u0300-\\u036F]', '', 'g'))`;
const plain = Object.entries(LIGATURES).reduce(
  (text, [from, to]) => `replace(${text}, '${from}', '${to}')`,
  `translate(${bare}, '${LETTERS.from}', '${LETTERS.to}')`,
);

const ofPlayers = (index: string, key: string) =>
  `CREATE INDEX ${index} ON membership (league_id, plain_name(${key}) COLLATE "C", handle_key COLLATE "C", player_id)
   WHERE octet_length(${key}) > length(${key})`;

/**
 * Names without accents, for people who can't type them, and indexes to search for them. The function is inlined into its callers, and
 * names in ASCII are in the indexes unchanged.
 */
export const AdditivePlainNames1772496000000 = migration('AdditivePlainNames1772496000000', [
  `CREATE FUNCTION plain_name(name text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
       RETURN CASE WHEN octet_length(name) = length(name) THEN name ELSE ${plain} END`,
  ofPlayers('membership_plain_handle', 'handle_key'),
  ofPlayers('membership_plain_shown_name', 'name_key'),
  'CREATE INDEX team_plain_begins ON team (league_id, plain_name(lower(name)) text_pattern_ops)',
]);
