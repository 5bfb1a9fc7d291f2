import type { PackedLog, PackedMatches } from '@openladder/rating';

/** A packed log in stretches, each of which can be sent to another process. */
export interface StretchedLog {
  readonly stretches: readonly PackedStretch[];
  /** Number of places that its matches and waits refer to. */
  readonly players: number;
  /** Ratable matches of all stretches. */
  readonly matches: number;
}

/** A stretch of the log: all its columns in one buffer, and how long they are. */
export interface PackedStretch {
  readonly buffer: ArrayBuffer;
  readonly matches: number;
  readonly participants: number;
  /** Points against single opponents. */
  readonly against: number;
  readonly waits: number;
  readonly hasWeights: boolean;
  /** Null if no side has a role. */
  readonly roleNames: readonly string[] | null;
}

/** An expired wait before a match of the stretch. */
export interface StretchWait {
  /** The place of the player. */
  readonly player: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly next: number;
}

/** Copies packed matches, and the waits among them, to one buffer. */
export function packStretch(packed: PackedMatches, waits: readonly StretchWait[]): PackedStretch {
  const participants = packed.firstParticipant[packed.length]!;
  const lengths = {
    matches: packed.length,
    participants,
    against: packed.firstAgainst[participants]!,
    waits: waits.length,
    hasWeights: packed.weight !== undefined,
    roleNames: packed.role ? [...(packed.roleNames ?? [])] : null,
  };
  const stretch = { ...lengths, buffer: new ArrayBuffer(logBytes(lengths)) };
  const { matches, waits: columns } = openStretch(stretch);
  const { length: _, roleNames: __, ...filled } = matches;
  for (const [name, column] of Object.entries(filled) as [
    keyof typeof filled,
    Float64Array | Int32Array | undefined,
  ][]) {
    column?.set(packed[name]!.subarray(0, column.length));
  }
  for (const [index, { player, at, next }] of waits.entries()) {
    columns.player[index] = player;
    columns.at[index] = at;
    columns.next[index] = next;
  }
  return stretch;
}

/** The columns of a stretch: the doubles first, since they must be aligned to their size. */
export function openStretch(stretch: PackedStretch): PackedLog {
  const { buffer, matches, participants, against, waits, hasWeights, roleNames } = stretch;
  let end = 0;
  const place = (bytes: number) => {
    end += bytes;
    return end - bytes;
  };
  const doubles = (length: number) => new Float64Array(buffer, place(8 * length), length);
  const integers = (length: number) => new Int32Array(buffer, place(4 * length), length);
  const at = doubles(waits);
  return {
    matches: {
      length: matches,
      playedAt: doubles(matches),
      ...(hasWeights && { weight: doubles(matches) }),
      merit: doubles(participants),
      sideScore: doubles(participants),
      score: doubles(participants),
      minutes: doubles(participants),
      scoreAgainst: doubles(against),
      firstParticipant: integers(matches + 1),
      player: integers(participants),
      side: integers(participants),
      firstOpponent: integers(participants + 1),
      firstAgainst: integers(participants + 1),
      against: integers(against),
      ...(roleNames && { role: integers(participants), roleNames }),
    },
    waits: { length: waits, at, player: integers(waits), next: integers(waits) },
  };
}

function logBytes(stretch: Omit<PackedStretch, 'buffer'>): number {
  const { matches, participants, against, waits, hasWeights, roleNames } = stretch;
  const doubles = waits + (hasWeights ? 2 : 1) * matches + 4 * participants + against;
  const integers = matches + 1 + (roleNames ? 3 : 2) * participants + 2 * (participants + 1) + against + 2 * waits;
  return 8 * doubles + 4 * integers;
}

/** Megabytes that a log takes. */
export function logMegabytes({ stretches }: StretchedLog): number {
  return Math.ceil(stretches.reduce((sum, { buffer }) => sum + buffer.byteLength, 0) / 2 ** 20);
}
