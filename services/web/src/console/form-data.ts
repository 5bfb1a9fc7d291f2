import { readNumber, readPoints } from '@openladder/columns';
import { headerOf, type SiteRequest } from '../http.js';
import { type ApiRefusal, refused } from '../texts/refusal.js';
import { isZone, momentAt, shownIn } from '../ui.js';

/** An error in a form. */
export interface FieldError {
  /** Name of the field; empty if it concerns the form as a whole. */
  readonly field: string;
  readonly message: string;
}

/** A field of a form that cannot be read. */
export interface Unread {
  readonly field: string;
  readonly refusal: ApiRefusal;
}

/** The most bytes of a form: many times the usual amount. A page with larger forms sets another limit. */
const LIMIT = 100_000;

/** A form cannot be read. */
export class BadForm extends Error {
  override readonly name = 'BadForm';
  readonly status: number;
  readonly refusal: ApiRefusal;

  constructor(status: number, refusal: ApiRefusal) {
    super(refusal.message);
    this.status = status;
    this.refusal = refusal;
  }
}

/** Reads a form. @param limit in bytes @throws BadForm if it is too large, or no form */
export async function readForm(request: SiteRequest, limit = LIMIT): Promise<Form> {
  const [type = ''] = (headerOf(request, 'content-type') ?? '').split(';', 1);
  if (type.trim().toLowerCase() !== 'application/x-www-form-urlencoded')
    throw new BadForm(415, { message: 'The console takes forms only.' });
  const tooLarge = () => new BadForm(413, { message: `A form must be at most ${limit} bytes.` });
  if (Number(headerOf(request, 'content-length') ?? 0) > limit) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request.body) {
    length += chunk.length;
    if (length > limit) throw tooLarge();
    chunks.push(chunk);
  }
  return new Form(new URLSearchParams(Buffer.concat(chunks).toString()));
}

/** Prefix of hidden fields with the initial values of fields. */
export const BEFORE = '_before.';
/** Prefix of hidden fields with the time zones of times, and of their initial moments. */
export const ZONE = '_zone.';
export const MOMENT = '_moment.';

/** The id of a form on its page. @param of which of several forms of the action it is; empty if there is only one */
export function formId(action: string, of: string): string {
  return of === '' ? action : `${action}-${of}`;
}

/**
 * A form that was sent. Fields have the names of the mutation's input, with dots: `settings.initialRating`. Unreadable
 * values are recorded in `errors`.
 */
export class Form {
  readonly values: URLSearchParams;
  readonly errors: Unread[] = [];
  /** The file in it, in Base64; null if none. It is not stored. */
  file: string | null = null;
  /** Name of the requested preview; null if none. See plan.ts. */
  plan: string | null = null;
  /** Names in it that no player of the league has. See names.ts. */
  newPlayers: readonly string[] = [];

  constructor(values: URLSearchParams) {
    this.values = values;
  }

  /** Name of the action. The pressed button's own action comes after that of the form. */
  get action(): string {
    return this.values.getAll('_action').at(-1) ?? '';
  }

  /** Its id on the page. */
  get id(): string {
    return formId(this.text('_action'), this.text('_of'));
  }

  /** A text without space around it; empty if nothing was written. */
  text(name: string): string {
    // Browsers send line ends as CRLF, which nobody has typed.
    return (this.values.get(name) ?? '').replaceAll('\r\n', '\n').trim();
  }

  /** Whether a field has changed; true if its form does not record the initial value. */
  isChanged(name: string): boolean {
    const before = this.values.get(BEFORE + name);
    return before === null || before.replaceAll('\r\n', '\n').trim() !== this.text(name);
  }

  /** A text; undefined if nothing was written. */
  given(name: string): string | undefined {
    return this.text(name) || undefined;
  }

  /** Names or addresses, separated by spaces, commas or line breaks. */
  list(name: string): string[] {
    return this.text(name)
      .split(/[\s,;]+/)
      .filter(Boolean);
  }

  /** Texts, one per line. */
  lines(name: string): string[] {
    return this.text(name)
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean);
  }

  /** A number; null if nothing was written. */
  number(name: string): number | null {
    return this.read(name, readNumber);
  }

  /** Points, including half ones; null if nothing was written. */
  points(name: string): number | null {
    return this.read(name, readPoints);
  }

  /** Numbers of 0 or more, with spaces or dashes between them; a comma may stand within one. */
  numbers(name: string): number[] {
    const texts = this.text(name).split(/[,;]?[\s;–-]+/);
    return texts.filter(Boolean).map((text) => this.read(name, readNumber, text) ?? 0);
  }

  private read(name: string, reader: (text: string) => number, text = this.text(name)): number | null {
    if (text === '') return null;
    const value = reader(text);
    if (!Number.isFinite(value)) this.refuse(name, refused('NUMBER', { field: name, value: JSON.stringify(text) }));
    return value;
  }

  /** A whole number; null if nothing was written. */
  integer(name: string): number | null {
    const text = this.text(name);
    if (text === '') return null;
    if (/^[+-]?\d{1,9}$/.test(text)) return Number(text);
    return this.refuse(name, refused('WHOLE_NUMBER', { field: name, value: JSON.stringify(text) }));
  }

  /** Whether a box is ticked. */
  flag(name: string): boolean {
    return this.values.has(name);
  }

  /**
   * A moment in UTC, in ISO 8601; null if nothing was written. The field has it in the time zone in which it was shown. A time that clocks show
   * twice is the first of the two, unless the field had the other one from the beginning.
   */
  time(name: string): string | null {
    const text = this.text(name);
    if (text === '') return null;
    const zone = this.values.get(ZONE + name) || 'UTC';
    const shown = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?$/.test(text) ? Date.parse(`${text}Z`) : Number.NaN;
    const value = JSON.stringify(text);
    if (Number.isNaN(shown)) return this.refuse(name, refused('DAY_AND_TIME', { field: name, value }));
    if (!isZone(zone)) return this.refuse(name, refused('IN_TIME_ZONE', { field: name, value: JSON.stringify(zone) }));
    const first = this.values.get(MOMENT + name);
    if (first && !Number.isNaN(Date.parse(first)) && Date.parse(`${shownIn(first, zone)}Z`) === shown) return first;
    const moment = momentAt(shown, zone);
    if (moment !== null) return new Date(moment).toISOString();
    return this.refuse(name, refused('CLOCK_TIME', { field: name, zone, value }));
  }

  /** A value in JSON, which the API checks; undefined if nothing was written. */
  // biome-ignore lint/suspicious/noExplicitAny: whatever was written.
  json(name: string): any {
    const text = this.text(name);
    if (text === '') return undefined;
    try {
      return JSON.parse(text);
    } catch {
      this.refuse(name, refused('JSON', { field: name }));
      return undefined;
    }
  }

  /** Records an error and has no value. */
  refuse(field: string, refusal: ApiRefusal): null {
    this.errors.push({ field, refusal });
    return null;
  }
}
