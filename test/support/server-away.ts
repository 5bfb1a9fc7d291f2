import pg from 'pg';
import { vi } from 'vitest';
import { PLACEMENTS } from '../../services/api/dist/database/placement.js';
import { count, LEAGUE, namesItsLeague } from './names-its-league.js';

/** What Citus says of a server that it cannot reach, and PostgreSQL of its transaction after that. */
const AWAY = `DO $$ BEGIN RAISE EXCEPTION 'connection to the remote node failed' USING ERRCODE = '08006'; END $$`;

const SHARED = Object.keys(PLACEMENTS).filter((table) => PLACEMENTS[table]!.of === 'SHARED');
const WRITES_SHARED = new RegExp(String.raw`\b(?:INTO|UPDATE|DELETE FROM)\s+"?(?:${SHARED.join('|')})\b`, 'i');

/** A league that a statement names by a value: whether it is one of several conditions, and the number of its parameter if it has one. */
const NAMED = /(\bOR )?(?:"?\w+"?\.)?"?\b(?:league_)?id"?\)? ?(?:=|IN ?\() ?(?:ANY\()?\(?(?:SELECT )?(?:\$(\d+)|\d)/g;
const INSERTS = /\bINSERT INTO "?\w+"?(?: AS \w+)? ?\([^)]*league_id/;

/** Whether rows of leagues are asked for without a value that says of which: such a statement goes to all servers. */
function asksAll(text: string, values: readonly unknown[]): boolean {
  if (!namesItsLeague(text)) return true;
  const isGiven = ([, or, parameter]: RegExpMatchArray) =>
    or === undefined && (parameter === undefined || values[Number(parameter) - 1] != null);
  return !INSERTS.test(text) && ![...text.matchAll(NAMED)].some(isGiven);
}

/** Whether a part of a statement writes what another part has written; Citus keeps the rows between them on all servers. */
function passesRowsOn(text: string): boolean {
  const writing = [...text.matchAll(/\b(\w+) AS (?:MATERIALIZED )?\(\s*(?:DELETE|UPDATE|INSERT)\b/g)];
  const parts = partsOf(text);
  const writers = parts.filter((part) => /\b(?:DELETE FROM|UPDATE|INSERT INTO)\b/.test(part));
  return writing.some(([, name]) =>
    writers.some((part) => new RegExp(String.raw`\b(?:FROM|JOIN|USING) ${name}\b`).test(part)),
  );
}

/** The parts of a statement that begins with WITH, and its end, or all of it. */
function partsOf(text: string): string[] {
  if (!/^\s*WITH\b/.test(text)) return [text];
  const parts = [''];
  let depth = 0;
  for (const character of text) {
    if (character === '(') depth++;
    if (character === ')') depth--;
    parts[parts.length - 1] += character;
    if (character === ')' && depth === 0) parts.push('');
  }
  return parts;
}

const has = (value: unknown, leagueId: number): boolean =>
  Array.isArray(value) ? value.some((item) => has(item, leagueId)) : value === leagueId;

/**
 * Stands in for a Citus cluster without the server of this league. What it refuses, as Citus does: writes of tables that are on all servers,
 * statements that go to several servers, and those about this league, whose id must be a number that no other value has.
 */
export function serverAway(leagueId: number): void {
  const { query } = pg.Client.prototype;
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const [first, second] = args as [string | { text?: string; values?: unknown[] }, unknown];
    const text = typeof first === 'string' ? first : (first.text ?? '');
    const given = typeof first === 'string' ? second : (first.values ?? second);
    const values: readonly unknown[] = Array.isArray(given) ? given : [];
    const isAboutLeagues = count(text, LEAGUE) > 0;
    const isRefused =
      WRITES_SHARED.test(text) ||
      (isAboutLeagues && (has(values, leagueId) || asksAll(text, values) || passesRowsOn(text)));
    if (!isRefused) return Reflect.apply(query, this, args);
    const callback = args.at(-1);
    return Reflect.apply(query, this, typeof callback === 'function' ? [AWAY, callback] : [AWAY]);
  } as never);
}
