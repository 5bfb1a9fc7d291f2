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
  /** The index of each game's first participant, and the end of the last game's. */
  readonly first: Int32Array;
  /** For each participant: their place, their side, and how well the side did. */
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
  const games = {
    sequence: new Growing(new Int32Array(1024)),
    playedAt: new Growing(new Float64Array(1024)),
    submitter: new Growing(new Int32Array(1024)),
    first: new Growing(new Int32Array(1024)),
    player: new Growing(new Int32Array(2048)),
    side: new Growing(new Int32Array(2048)),
    merit: new Growing(new Float64Array(2048)),
  };
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
        // A result of two in a match with guests is no duel, and their team's strength is unknown.
        const known = sides.reduce((sum, { players }) => sum + players.length, 0);
        if (sides.length < 2 || (known === 2 && page.end(index) - page.first[index]! > 2)) continue;
        const sequence = page.sequence[index]!;
        games.first.push(games.player.length);
        games.sequence.push(sequence);
        games.playedAt.push(match.playedAt);
        games.submitter.push(submitters.get(sequence) ?? NO_TOKEN);
        for (const [side, { players, merit }] of sides.entries()) {
          for (const player of players) {
            games.player.push(player);
            games.side.push(side);
            games.merit.push(merit);
          }
        }
      }
      done += page.matches;
      onRead(done);
    }
  }
  games.first.push(games.player.length);
  return {
    sequence: games.sequence.whole(),
    playedAt: games.playedAt.whole(),
    submitter: games.submitter.whole(),
    first: games.first.whole(),
    player: games.player.whole(),
    side: games.side.whole(),
    merit: games.merit.whole(),
    players: Array.from({ length: places.size }, (_, place) => places.player(place)),
  };
}

/** The second half of the games. */
export function newestHalf({ players, first, player, side, merit, ...columns }: GameColumns): GameColumns {
  const from = columns.sequence.length >> 1;
  const begin = first[from]!;
  return {
    sequence: columns.sequence.slice(from),
    playedAt: columns.playedAt.slice(from),
    submitter: columns.submitter.slice(from),
    first: first.slice(from).map((place) => place - begin),
    player: player.slice(begin),
    side: side.slice(begin),
    merit: merit.slice(begin),
    players,
  };
}

/** A column while numbers are added, outside V8's heap. */
class Growing<C extends Int32Array | Float64Array> {
  length = 0;

  constructor(private column: C) {}

  push(number: number): void {
    this.column = withRoom(this.column, this.length + 1);
    this.column[this.length++] = number;
  }

  whole(): C {
    return this.column.slice(0, this.length) as C;
  }
}

/** Represents the command line, which has no token. No token has this id. */
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
