import { RULES_BY_CODE } from './rules.js';

type Rules = typeof RULES_BY_CODE;

/** The stable names of expected failures; clients branch on them. Documented in schema/README.md. */
export type RefusalCode = keyof Rules;

/** The name of a rule. */
export type RuleName = { [Code in RefusalCode]: keyof Rules[Code] }[RefusalCode];

/** A value in a rule's sentence. A refusal is inserted as its own sentence: the reason for the other. */
type Value = string | number | readonly string[] | Refusal;

type SentenceOf<Rule> = {
  [Code in RefusalCode]: Rule extends keyof Rules[Code] ? Rules[Code][Rule] : never;
}[RefusalCode];
type SlotsIn<Sentence> = Sentence extends `${string}{${infer Slot}}${infer Rest}`
  ? (Slot extends `${infer Name}|${string}` ? Name : Slot) | SlotsIn<Rest>
  : never;
/** The values of a rule; none if its sentence names none. */
type ValuesOf<Rule> = [SlotsIn<SentenceOf<Rule>>] extends [never]
  ? []
  : [Readonly<Record<SlotsIn<SentenceOf<Rule>>, Value>>];

/** A value as sent to clients. */
export type Parameter = string | number | readonly string[] | Reason;

/** The refusal that is the reason for another. */
interface Reason {
  readonly rule: string;
  readonly parameters: Readonly<Record<string, Parameter>>;
  readonly message: string;
}

/** An expected failure, as a value: the refused input, the rule, and the place in the input. */
export interface Refusal {
  readonly kind: 'refusal';
  readonly code: RefusalCode;
  readonly rule: RuleName;
  /** Named as in the rule's sentence; received values are as the message shows them. */
  readonly parameters: Readonly<Record<string, Parameter>>;
  /** One sentence: the field, the rule and the value received. */
  readonly message: string;
  /** Path in the arguments, for example ["input", "matches", "0", "playedAt"]. */
  readonly path: readonly string[];
}

type Path = readonly (string | number)[];

/** Every rule by its name. */
export const RULES: ReadonlyMap<string, { readonly code: RefusalCode; readonly sentence: string }> = new Map(
  Object.entries(RULES_BY_CODE).flatMap(([code, sentences]) =>
    Object.entries(sentences).map(([rule, sentence]) => [rule, { code: code as RefusalCode, sentence }]),
  ),
);

/** The rules for clients: code and sentence by name. */
export function printRules(): string {
  return `${JSON.stringify(Object.fromEntries(RULES), null, 2)}\n`;
}

/** Refuses something by a rule. @param values those that the rule's sentence names */
export function refuse<Rule extends RuleName>(rule: Rule, path: Path, ...[values]: ValuesOf<Rule>): Refusal {
  const { code } = RULES.get(rule)!;
  const parameters = Object.fromEntries(
    Object.entries<Value>(values ?? {}).map(([name, value]) => [name, parameterOf(value)]),
  );
  return { kind: 'refusal', code, rule, parameters, message: sentenceOf(rule, parameters), path: path.map(String) };
}

/** The English sentence of a rule with its parameters, as `refuse` makes them. */
export function sentenceOf(rule: RuleName, parameters: Readonly<Record<string, Parameter>>): string {
  const { sentence } = RULES.get(rule)!;
  const isOne = parameters.min === parameters.max;
  return filled(isOne ? sentence.replace('{min} to {max}', '{min}') : sentence, parameters);
}

/** JSON has no infinite numbers. */
function parameterOf(value: Value): Parameter {
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  if (!isRefusal(value)) return value;
  const { rule, parameters, message } = value;
  return { rule, parameters, message };
}

/** A sentence with values: `{names}` becomes the value with that name, and `{names| or }` a list with that between its items. */
function filled(sentence: string, parameters: Readonly<Record<string, Parameter>>): string {
  return sentence.replace(/\{(\w+)(?:\|([^}]*))?\}/g, (_, name: string, between = ', ') => {
    const value = parameters[name]!;
    if (typeof value !== 'object') return String(value);
    return 'message' in value ? value.message : value.join(between);
  });
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

type Checked = Refusal | string | false | null | undefined;

/** @param checked results of checks, some of which may be refusals @throws Refused with all of these, if there are any */
export function refuseAny(...checked: readonly Checked[]): void {
  const refusals = checked.filter(isRefusal);
  if (refusals.length > 0) throw new Refused(...refusals);
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

const MAX_TEXT_LENGTH = 200;
const UNSAFE_TEXT = /[\p{Cc}\p{Cs}]/u;

/** A short text of one line: 1 to 200 characters, no control characters, no lone surrogates. */
export function checkText(
  text: string,
  path: readonly (string | number)[],
  maxLength = MAX_TEXT_LENGTH,
): Refusal | undefined {
  const field = String(path.at(-1));
  if (text.trim().length === 0) return refuse('EMPTY', path, { field });
  if (text.length > maxLength) {
    return refuse('MAX_LENGTH', path, { field, max: maxLength, length: text.length });
  }
  if (UNSAFE_TEXT.test(text)) {
    return refuse('SAFE_TEXT', path, { field, value: shown(text) });
  }
  return undefined;
}

/** Characters that break a line in some programs, or change the direction of adjacent text. Single directional marks stay: Hebrew needs them. */
const BEYOND_ITSELF = /[\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/u;

/** A text that `checkText` accepts and that does not affect adjacent text, in a log or on a page. */
export function checkLine(text: string, path: readonly (string | number)[], maxLength?: number): Refusal | undefined {
  const isUnsafe = BEYOND_ITSELF.test(text);
  return (
    checkText(text, path, maxLength) ??
    (isUnsafe ? refuse('SAFE_NAME', path, { field: String(path.at(-1)), value: shown(text) }) : undefined)
  );
}

/** An invalid date that remembers the unreadable text it came from, so that the refusal can name its place. */
export class UnreadableTime extends Date {
  constructor(readonly received: unknown) {
    super(Number.NaN);
  }
}

/** Why an unreadable time is refused; undefined if it could be read. */
export function checkReadable(time: Date, path: readonly (string | number)[]): Refusal | undefined {
  if (!(time instanceof UnreadableTime)) return undefined;
  return refuse('TIME', path, { field: String(path.at(-1)), value: shown(time.received) });
}
