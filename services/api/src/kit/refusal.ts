/** The stable names of expected failures; clients branch on them. Documented in schema/README.md. */
export type RefusalCode =
  | 'BAD_INPUT'
  | 'BAD_SETTINGS'
  | 'OUT_OF_WINDOW'
  | 'LATE_MATCH'
  | 'IDEMPOTENCY_MISMATCH'
  | 'TAKEN'
  | 'UNKNOWN_PLAYER'
  | 'STALE_VERSION'
  | 'CONFLICT'
  | 'ARCHIVED'
  | 'QUEUE_FULL'
  | 'UNRATABLE_MATCHES'
  | 'QUOTA_EXCEEDED'
  | 'RATER_FAILED'
  | 'RATER_MISSING';

/** An expected failure, as a value: what was refused, by which rule, where in the input. */
export interface Refusal {
  readonly kind: 'refusal';
  readonly code: RefusalCode;
  /** One sentence: the field, the rule and the value received. */
  readonly message: string;
  /** Path in the arguments, for example ["input", "matches", "0", "playedAt"]. */
  readonly path: readonly string[];
}

type Path = readonly (string | number)[];

export function refuse(code: RefusalCode, path: Path, message: string): Refusal {
  return { kind: 'refusal', code, message, path: path.map(String) };
}

/** A refusal of something at a path, whose own path begins there. */
export function under(path: Path, refusal: Refusal): Refusal {
  return { ...refusal, path: [...path.map(String), ...refusal.path] };
}

export function isRefusal(value: unknown): value is Refusal {
  return typeof value === 'object' && value !== null && (value as { kind?: unknown }).kind === 'refusal';
}

/** Ends a use case, and rolls its transaction back, with one or more refusals. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly refusals: readonly Refusal[];

  constructor(...refusals: readonly Refusal[]) {
    super(refusals.map((refusal) => refusal.message).join('; '));
    this.refusals = refusals;
  }
}

const SHOWN_LENGTH = 60;

/** A received value as shown in an error message: JSON, with invisible characters escaped, cut to a readable length. */
export function shown(value: unknown): string {
  const text = value instanceof Date ? value.toISOString() : typeof value === 'number' ? String(value) : jsonOf(value);
  if (text === undefined) return 'nothing';
  const visible = text.replace(
    /[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}]/gu,
    (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`,
  );
  return visible.length > SHOWN_LENGTH ? `${visible.slice(0, SHOWN_LENGTH)}…` : visible;
}

/** JSON recurses, and a value may be nested deeper than the stack allows. */
function jsonOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch (error) {
    if (error instanceof RangeError) return 'a value that is nested too deeply to show';
    throw error;
  }
}
