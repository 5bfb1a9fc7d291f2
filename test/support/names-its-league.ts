import { PLACEMENTS } from '../../services/api/dist/database/placement.js';

const tablesOf = (of: string) => Object.keys(PLACEMENTS).filter((table) => PLACEMENTS[table]!.of === of);
const uses = (tables: readonly string[]) => `\\b(?:FROM|JOIN|INTO|UPDATE|USING)\\s+"?(?:${tables.join('|')})\\b(?!\\()`;
/** Uses of tables of leagues. */
export const LEAGUE = uses([...tablesOf('LEAGUE'), 'superseded_change']);
/** Shared tables that have rows of leagues: a join with them does not say which league is meant. */
const OF_LEAGUES = uses(['membership', 'account', 'former_name', 'league_slug', 'former_slug', 'token_league']);
/** Uses of tables on the first server. */
export const LOCAL = uses(tablesOf('LOCAL'));
/** What says of which league the rows of one table are. */
const CONDITIONS = [
  String.raw`\bleague_id"?\)? ?(?:=|<>|IN ?\()`,
  String.raw`\bleague"?\."?id"? (?:=|IN \()`,
  String.raw`\bid"? = (?:\$|ANY)`,
  String.raw`USING \([^)]*league_id`,
  String.raw`\([^()]*league_id[^()]*\) (?:IN|[=<>]+) ?\(`,
  String.raw`INSERT INTO "?\w+"?(?: AS \w+)? ?\([^)]*league_id`,
  String.raw`INSERT INTO league \(id,`,
];

export const count = (text: string, pattern: string) => text.match(new RegExp(pattern, 'gi'))?.length ?? 0;
/** Whether a statement says for each of its tables of leagues which league it means. */
export function namesItsLeague(text: string): boolean {
  const own = count(text, LEAGUE);
  return own === 0 || count(text, CONDITIONS.join('|')) >= own + count(text, OF_LEAGUES);
}
