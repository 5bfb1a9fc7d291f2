import type { NeedsSeal } from '../kit/needs.js';
import type { Seal } from '../kit/seal.js';

/** The kind of a part of a key that is an id of the whole platform; null for what counts within a league. */
type Part =
  | 'League'
  | 'Player'
  | 'Token'
  | 'Recompute'
  | 'QueueTicket'
  | 'Webhook'
  | 'Comparison'
  | 'IntegrityCheck'
  | 'MatchImport'
  | null;

/** The kinds of objects with global ids: the number of each, which ids carry and which never changes, and the parts of its key. */
const KINDS = {
  League: { number: 1, parts: ['League'] },
  Player: { number: 2, parts: ['Player'] },
  Match: { number: 3, parts: ['League', null] },
  Rating: { number: 4, parts: ['League', 'Player'] },
  RatingChange: { number: 5, parts: ['League', 'Player', null, null] },
  Token: { number: 6, parts: ['Token'] },
  Recompute: { number: 7, parts: ['Recompute'] },
  QueueTicket: { number: 8, parts: ['League', 'QueueTicket'] },
  // Of 62 bits, the upper ones first.
  AuditEntry: { number: 9, parts: [null, null] },
  MatchImport: { number: 10, parts: ['League', 'MatchImport'] },
  Webhook: { number: 12, parts: ['League', 'Webhook'] },
  WebhookDelivery: { number: 13, parts: ['League', 'Webhook', null] },
  Comparison: { number: 14, parts: ['Comparison'] },
  IntegrityCheck: { number: 15, parts: ['IntegrityCheck'] },
} as const satisfies Record<string, { number: number; parts: readonly Part[] }>;
export type NodeKind = keyof typeof KINDS;

const KIND_OF = new Map(Object.entries(KINDS).map(([kind, { number }]) => [number as number, kind as NodeKind]));

export interface NodeKey {
  readonly kind: NodeKind;
  readonly key: readonly number[];
}

/** Numbers in a block, each of 31 bits; the highest bits hold the number of the kind. */
const WORDS = 4;
const MAX_INTEGER = 2 ** 31 - 1;
const HIGHEST = 2 ** 31;
const block = Buffer.alloc(4 * WORDS);

/** A global id, which does not show clients what it names, or how many there are. */
export function nodeId({ seal }: NeedsSeal, kind: NodeKind, ...key: readonly number[]): string {
  const { number } = KINDS[kind];
  for (let word = 0; word < WORDS; word++) {
    const bit = (number >> word) & 1;
    block.writeUInt32BE((key[word] ?? 0) + bit * HIGHEST, 4 * word);
  }
  return seal.sealBlock(block);
}

/** The global id of an audit entry. Its number may need more than 31 bits. */
export function auditEntryId(needs: NeedsSeal, id: number): string {
  return nodeId(needs, 'AuditEntry', Math.floor(id / HIGHEST), id % HIGHEST);
}

/** @returns null if the text is none of our ids */
export function parseNodeId({ seal }: NeedsSeal, id: string): NodeKey | null {
  return parsePlain(seal, id) ?? parseSealed(seal, id);
}

function parseSealed(seal: Seal, id: string): NodeKey | null {
  const opened = seal.openBlock(id);
  if (!opened) return null;
  let number = 0;
  const words = Array.from({ length: WORDS }, (_, index) => {
    const word = opened.readUInt32BE(4 * index);
    if (word >= HIGHEST) number += 1 << index;
    return word % HIGHEST;
  });
  const kind = KIND_OF.get(number);
  if (!kind) return null;
  // Numbers that the kind does not use are 0, which forged ids miss. A rating change uses all; a forged one does not exist.
  const { length } = KINDS[kind].parts;
  return words.slice(length).every((word) => word === 0) ? { kind, key: words.slice(0, length) } : null;
}

/** Longer than any that was given out. */
const PLAIN_LETTERS = 90;

/** Ids from versions before the seal. They work only for objects of that time, so that no one finds others by counting. */
function parsePlain(seal: Seal, id: string): NodeKey | null {
  if (id.length > PLAIN_LETTERS) return null;
  const [kind, ...numbers] = Buffer.from(id, 'base64url').toString().split(':');
  if (!kind || kind === 'AuditEntry' || !Object.hasOwn(KINDS, kind)) return null;
  const parts: readonly Part[] = KINDS[kind as NodeKind].parts;
  const key = numbers.map((number) => (/^\d{1,10}$/.test(number) ? Number(number) : Number.NaN));
  const isKnown = parts.every((part, index) => key[index]! <= (part ? seal.plainUpTo(part) : MAX_INTEGER));
  return isKnown && key.length === parts.length ? { kind: kind as NodeKind, key } : null;
}
