/** Values of a rule, by their names in its sentence. */
export type Parameters = Readonly<Record<string, unknown>>;

/** Why something is refused. */
export interface ApiRefusal {
  /** A rule of schema/rules.json or of this site; missing if only the sentence is known. */
  readonly rule?: string | undefined;
  /** Parameters of the rule, by name: JSON, which the schema does not describe further. */
  readonly parameters?: unknown;
  /** The sentence in English: the field, the rule and the value. */
  readonly message: string;
}

/** Rules of forms and addresses that the site checks itself, in English. If the API has the same rule, the sentence is the same. */
export const OWN_RULES = {
  RANGE: '{field} must be {min} to {max}, but is {value}',
  ONE_OF: '{field} must be one of {values}, but is {value}',
  NUMBER: '{field} must be a number, but is {value}',
  WHOLE_NUMBER: '{field} must be a whole number, but is {value}',
  AT_LEAST: '{field} must be at least {min}, but is {value}',
  DAY: '{field} must be a day such as 2026-11-22, but is {value}',
  DAY_AND_TIME: '{field} must be a day and a time such as 2026-11-22T18:30, but is {value}',
  IN_TIME_ZONE: '{field} must be in a time zone such as Europe/Berlin, but is in {value}',
  CLOCK_TIME: '{field} must be a time that clocks in {zone} show on that day, but is {value}',
  JSON: '{field} must be JSON, such as {"map": "Dust"}',
} as const;

/** A refusal by a rule of the site. */
export function refused(rule: keyof typeof OWN_RULES, parameters: Parameters): ApiRefusal {
  return { rule, parameters, message: filled(OWN_RULES[rule], parameters) };
}

/** Whether a value of a rule is the refusal that is its reason. */
function isReason(value: unknown): value is ApiRefusal {
  return typeof value === 'object' && value !== null && 'message' in value;
}

/** A sentence with values: `{names}` becomes the value with that name, and `{names| or }` a list with that between its items. */
export function filled(sentence: string, parameters: Parameters): string {
  const filledIn = sentence.replace(/\{(\w+)(?:\|([^}]*))?\}/g, (_, name: string, between = ', ') => {
    const value = parameters[name];
    return Array.isArray(value) ? value.join(between) : String(value);
  });
  // An abbreviated list ends the sentence itself.
  return filledIn.replaceAll('….', '…');
}

/** Sentences of a language by rule, for rules of the API and of this site, with the values of the rule. */
export type Sentences = Readonly<Record<string, string | ((parameters: Parameters) => string)>>;

/** Sentences about the length of a list, with the reader's name for it. @param one if the range is a single number */
export function ofLists(nameOf: (list: string) => string) {
  return (range: string, one = range) =>
    (parameters: Parameters): string =>
      filled(parameters.min === parameters.max ? one : range, { ...parameters, field: nameOf(String(parameters.field)) });
}

/** A reader's language and formats for the values in a sentence. */
export interface Reader {
  readonly t: { readonly refusals: Sentences; readonly quoted: (text: string) => string };
  readonly format: { exact(value: number): string; minute(time: string): string };
}

/** Whether what was received is a number: the API shows it as JSON, where only texts are in quotation marks. */
function isNumber(value: unknown): boolean {
  return typeof value === 'string' && String(Number(value)) === value && Number.isFinite(Number(value));
}

/** A moment as the API writes it. */
const MOMENT = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g;

/** A refusal in a reader's language, or in English if it has no sentence for the rule. */
export function refusalText(reader: Reader, { rule, parameters, message }: ApiRefusal): string {
  const { t, format } = reader;
  const sentence = rule !== undefined && Object.hasOwn(t.refusals, rule) ? t.refusals[rule] : undefined;
  const written = (value: unknown): unknown => {
    if (isReason(value)) return refusalText(reader, value);
    if (Array.isArray(value)) return value.map(written);
    if (typeof value === 'number') return format.exact(value);
    return typeof value === 'string' ? value.replace(/^"([^"\\]*)"$/, (_, text: string) => t.quoted(text)) : value;
  };
  const values = Object.fromEntries(Object.entries(parameters ?? {}).map(([name, value]) => [name, written(name === 'value' && isNumber(value) ? Number(value) : value)]));
  const filledIn = sentence === undefined ? message : typeof sentence === 'string' ? filled(sentence, values) : sentence(values);
  return filledIn.replace(MOMENT, (time) => format.minute(time));
}
