import { expect } from 'vitest';
import { onServer } from '../support/server.js';
import { verifyLeagues } from '../support/service.js';
import type { MatchInput } from '../support/story-match.js';

/** Answers to bots about the matches that they sent to one league. */
export class Ledger {
  readonly league: string;
  /** The content that each external id was accepted with. */
  readonly #accepted = new Map<string, string>();
  readonly #sent = new Set<string>();

  constructor(league: string) {
    this.league = league;
  }

  sending(matches: readonly MatchInput[]): void {
    for (const { externalId } of matches) this.#sent.add(externalId);
  }

  /** A match was acknowledged. It must have been with the same content each time. */
  acknowledged(match: MatchInput): void {
    const content = contentOf(match);
    const before = this.#accepted.get(match.externalId);
    if (before !== undefined) expect(content, `content of ${match.externalId}`).toBe(before);
    this.#accepted.set(match.externalId, content);
  }

  /** How many of the acknowledged matches are not in the log. */
  async countLost(databaseUrl: string): Promise<number> {
    const logged = await onServer(
      databaseUrl,
      `SELECT external_id AS id FROM match WHERE league_id = (SELECT id FROM league WHERE slug = '${this.league}')`,
    );
    const found = new Set(logged.map(({ id }) => String(id)));
    return [...this.#accepted.keys()].filter((id) => !found.has(id)).length;
  }

  /** Each acknowledged match is in the log once, nothing else is, and `openladder verify` finds nothing. */
  async prove(databaseUrl: string): Promise<void> {
    const logged = await onServer(
      databaseUrl,
      `SELECT external_id AS id, to_char(played_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at,
              (SELECT string_agg(handle, ' ' ORDER BY position)
               FROM unnest(player_ids) WITH ORDINALITY AS own (player_id, position)
               JOIN player ON player.id = player_id) AS players
       FROM match WHERE league_id = (SELECT id FROM league WHERE slug = '${this.league}')`,
    );
    const found = new Map(logged.map(({ id, at, players }) => [String(id), `${at} ${players}`]));
    expect(logged, 'matches in the log').toHaveLength(found.size);
    expect(
      [...this.#sent].filter((id) => !this.#accepted.has(id)),
      'sent and never settled',
    ).toEqual([]);
    expect(found).toEqual(this.#accepted);
    expect(await verifyLeagues(databaseUrl, [this.league]), 'what openladder verify finds').toEqual([]);
  }
}

/** The content of an external id: the time and the players, the winner first. */
function contentOf({ playedAt, sides }: MatchInput): string {
  return `${playedAt} ${sides.flatMap(({ participants }) => participants.map(({ player }) => player)).join(' ')}`;
}
