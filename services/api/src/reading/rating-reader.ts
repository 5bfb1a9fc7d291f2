import { groupedBy } from '../kit/grouped-by.js';
import { batchLoads } from '../kit/sql/batch-loads.js';
import { isStorable } from '../kit/sql/text.js';
import type { Sql } from '../kit/sql/transaction.js';
import type { League } from '../league/league.js';
import { handleKey } from '../player/handle.js';
import { listRatingsByHandle } from '../rating/board.js';
import type { Rating } from '../rating/rating.js';

/** Reads players' ratings, one statement for all concurrent requests of a league. */
export class RatingReader {
  readonly #byKey: (key: string) => Promise<Rating | undefined>;

  constructor(sql: Sql) {
    this.#byKey = batchLoads(async (keys) => {
      const ofLeagues = [...groupedBy(keys, (key) => asked(key).leagueId)].map(async ([leagueId, own]) => {
        const handleKeys = own.map((key) => asked(key).handleKey);
        const ratings = await listRatingsByHandle(sql, leagueId, handleKeys);
        return ratings.map(({ place, rating }) => [own[place]!, rating] as const);
      });
      return new Map((await Promise.all(ofLeagues)).flat());
    });
  }

  /** A player's rating, by handle, with the player and without a rank; null if they have none in the league. */
  async find({ id }: Pick<League, 'id'>, handle: string): Promise<Rating | null> {
    if (!isStorable(handle)) return null;
    return (await this.#byKey(`${id} ${handleKey(handle)}`)) ?? null;
  }
}

function asked(key: string): { leagueId: number; handleKey: string } {
  const end = key.indexOf(' ');
  return { leagueId: Number(key.slice(0, end)), handleKey: key.slice(end + 1) };
}
