/** The kinds of object that `Query.node` finds, with the number of integers that name one. */
const KEY_LENGTHS = {
  League: 1,
  Player: 1,
  Match: 2,
  Rating: 2,
  RatingChange: 4,
  Token: 1,
  Recompute: 1,
  QueueTicket: 2,
  AuditEntry: 1,
} as const;
export type NodeKind = keyof typeof KEY_LENGTHS;

export interface NodeKey {
  readonly kind: NodeKind;
  readonly key: readonly number[];
}

const MAX_INTEGER = 2 ** 31 - 1;

/** A global id; opaque to clients. */
export function nodeId(kind: NodeKind, ...key: readonly number[]): string {
  return Buffer.from([kind, ...key].join(':')).toString('base64url');
}

/** @returns null where the text is none of our ids */
export function parseNodeId(id: string): NodeKey | null {
  const [kind, ...parts] = Buffer.from(id, 'base64url').toString().split(':');
  if (!kind || !Object.hasOwn(KEY_LENGTHS, kind)) return null;
  const key = parts.map((part) => (/^\d{1,10}$/.test(part) ? Number(part) : Number.NaN));
  const isComplete = key.length === KEY_LENGTHS[kind as NodeKind] && key.every((part) => part <= MAX_INTEGER);
  return isComplete ? { kind: kind as NodeKind, key } : null;
}
