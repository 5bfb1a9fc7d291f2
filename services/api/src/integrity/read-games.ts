import { sideMerits, withRoom } from '@openladder/rating';
import type { EntityManager } from 'typeorm';
import { listMerges } from '../match-log/merges-and-waits.repository.js';
import { PlayerIndex } from '../replay/log/player-index.js';
import { readStretches } from '../replay/log/read-segments.js';
import { type LoggedGame, type LoggedSide, scoreOf } from './games.js';

/** The games of a log in columns, which can be sent to another process. */
export interface GameColumns {
  readonly sequence: Int32Array;
  readonly playedAt: Float64Array;
  readonly submitter: Int32Array;
  /** Where the participants of each game begin, and where those of the last one end. */
  readonly first: Int32Array;
  /** Of each participant: their place, their side, and how well it did. */
  readonly player: Int32Array;
  readonly side: Int32Array;
  readonly merit: Float64Array;
  /** Players by place. */
  readonly players: readonly number[];
}

/**
 * Reads the games of a league. Void matches and guests are left out; merged players count as one.
 * @param tx a transaction that sees one moment
 * @param onRead called now and then with the matches read so far
 */
export async function readGames(
  tx: EntityManager,
  leagueId: number,
  onRead: (matches: number) => void,
): Promise<GameColumns> {
  const rows: { sequence: number; submitter: number | null }[] = await tx.query(
    'SELECT sequence, submitted_by AS submitter FROM match WHERE league_id = $1',
    [leagueId],
  );
  const submitters = new Map(rows.map(({ sequence, submitter }) => [sequence, submitter ?? NO_TOKEN]));
  const merges = await listMerges(tx, leagueId);
  const places = new PlayerIndex();
  const packer = new GamePacker();
  let done = 0;
  for await (const { stretch } of readStretches(tx, leagueId, null, async () => [])) {
    for (const page of stretch.pages(merges)) {
      for (let index = 0; index < page.matches; index++) {
        const match = page.matchAt(index);
        const merits = sideMerits(match);
        if (!merits) continue;
        const sides = match.sides.flatMap(({ participants }, side): LoggedSide[] => {
          const players = participants
            .filter(({ isGuest }) => !isGuest)
            .map(({ player }) => places.place(Number(player)));
          return players.length === 0 ? [] : [{ players, merit: merits[side]! }];
        });
        // What two reached beside guests is no duel, and no team of which anything is known.
        const known = sides.reduce((sum, { players }) => sum + players.length, 0);
        if (sides.length < 2 || (known === 2 && page.end(index) - page.first[index]! > 2)) continue;
        const sequence = page.sequence[index]!;
        const submitter = submitters.get(sequence) ?? NO_TOKEN;
        packer.add({ sequence, playedAt: match.playedAt, submitter, sides });
      }
      done += page.matches;
      onRead(done);
    }
  }
  return packer.columns(Array.from({ length: places.size }, (_, place) => places.player(place)));
}

type PackedGame = Extract<LoggedGame, { readonly sides: unknown }>;

class GamePacker {
  #games = 0;
  #participants = 0;
  #sequence = new Int32Array(1024);
  #playedAt = new Float64Array(1024);
  #submitter = new Int32Array(1024);
  #first = new Int32Array(1024);
  #player = new Int32Array(2048);
  #side = new Int32Array(2048);
  #merit = new Float64Array(2048);

  add({ sequence, playedAt, submitter, sides }: PackedGame): void {
    const game = this.#games++;
    this.#sequence = withRoom(this.#sequence, this.#games);
    this.#playedAt = withRoom(this.#playedAt, this.#games);
    this.#submitter = withRoom(this.#submitter, this.#games);
    this.#first = withRoom(this.#first, this.#games + 1);
    this.#sequence[game] = sequence;
    this.#playedAt[game] = playedAt;
    this.#submitter[game] = submitter;
    for (const [side, { players, merit }] of sides.entries()) {
      for (const player of players) {
        const own = this.#participants++;
        this.#player = withRoom(this.#player, this.#participants);
        this.#side = withRoom(this.#side, this.#participants);
        this.#merit = withRoom(this.#merit, this.#participants);
        this.#player[own] = player;
        this.#side[own] = side;
        this.#merit[own] = merit;
      }
    }
    this.#first[this.#games] = this.#participants;
  }

  columns(players: readonly number[]): GameColumns {
    const [games, participants] = [this.#games, this.#participants];
    return {
      sequence: this.#sequence.slice(0, games),
      playedAt: this.#playedAt.slice(0, games),
      submitter: this.#submitter.slice(0, games),
      first: this.#first.slice(0, games + 1),
      player: this.#player.slice(0, participants),
      side: this.#side.slice(0, participants),
      merit: this.#merit.slice(0, participants),
      players,
    };
  }
}

/** Stands for the command line, which has no token. No token has this id. */
export const NO_TOKEN = 0;

/** The games of columns, one by one. */
export function* gamesIn(columns: GameColumns): Generator<LoggedGame> {
  const { sequence, playedAt, submitter, first, player, side, merit } = columns;
  for (let index = 0; index < sequence.length; index++) {
    const head = { sequence: sequence[index]!, playedAt: playedAt[index]!, submitter: submitter[index]! };
    const [from, end] = [first[index]!, first[index + 1]!];
    if (end - from === 2) {
      const score = scoreOf(merit[from]! - merit[from + 1]!);
      yield { ...head, one: player[from]!, other: player[from + 1]!, score };
    } else {
      yield { ...head, sides: gameSides(player, side, merit, from, end) };
    }
  }
}

function gameSides(
  player: Int32Array,
  side: Int32Array,
  merit: Float64Array,
  from: number,
  end: number,
): readonly LoggedSide[] {
  const sides: { players: number[]; merit: number }[] = [];
  for (let own = from; own < end; own++) {
    const place = side[own]!;
    sides[place] ??= { players: [], merit: merit[own]! };
    sides[place].players.push(player[own]!);
  }
  return sides;
}
