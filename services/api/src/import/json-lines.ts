import { isUtf8 } from 'node:buffer';
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import { refuse, shown } from '../kit/refusal.js';
import { SIDE_STATUSES } from '../league/status-rules.js';
import type { MatchSubmission } from '../match-log/checks.js';
import { parseTime } from './dates.js';
import { badCell, FileError, RowRefused } from './problems.js';
import { type OnRows, type Reading, readingOf } from './reading.js';

/** The largest submission: the largest match, with everybody's points against every other player. In bytes. */
const LONGEST_LINE = 8_000_000;
/** Shorter lines are parsed without further checks. In bytes. */
const SHORT_LINE = 100_000;
/** More braces, brackets, colons and commas than that match has: a line of 8 MB of them alone would take hundreds of MB. */
const MAX_MARKS = 400_000;
const MARKS: ReadonlySet<number> = new Set(Buffer.from('{[:,'));
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/**
 * Reads a file of JSON Lines, each a match as `openladder export` writes it: as in `input.matches` of the mutation
 * submitMatches. Empty lines are skipped.
 * @throws FileError if a line is too long to be a match
 */
export async function* readJsonLines(input: AsyncIterable<Buffer>, onRows?: OnRows): AsyncGenerator<Reading> {
  for await (const { line, bytes } of linesOf(input)) {
    if (bytes.length > SHORT_LINE && marksIn(bytes) > MAX_MARKS) {
      onRows?.([{ line, cells: [bytes.toString()] }]);
      yield readingOf(line, () => {
        throw new RowRefused(line, refuse('LINE_VALUES', ['line'], { max: MAX_MARKS }), '');
      });
      continue;
    }
    const text = isUtf8(bytes) ? bytes.toString().trim() : undefined;
    if (text === '') continue;
    onRows?.([{ line, cells: [text ?? bytes.toString()] }]);
    yield readingOf(line, () => {
      if (text === undefined) throw badCell(line, 'line', 'ENCODING', bytes.toString('latin1'));
      return { submission: submissionIn(parsed(text, line), line) };
    });
  }
}

/** The lines that are not empty; empty ones cost next to nothing. */
async function* linesOf(input: AsyncIterable<Buffer>): AsyncGenerator<{ line: number; bytes: Buffer }> {
  let line = 1;
  let begun: Buffer[] = [];
  let length = 0;
  for await (const chunk of input) {
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, start)) {
      const isEmpty = length === 0 && (end === start || (end === start + 1 && chunk[start] === CARRIAGE_RETURN));
      if (!isEmpty) yield { line, bytes: Buffer.concat([...begun, chunk.subarray(start, end)]) };
      line++;
      begun = [];
      length = 0;
      start = end + 1;
    }
    begun.push(chunk.subarray(start));
    length += chunk.length - start;
    if (length > LONGEST_LINE) {
      throw new FileError(line, `must have at most ${LONGEST_LINE / 1_000_000} MB on a line`, 'more');
    }
  }
  if (length > 0) yield { line, bytes: Buffer.concat(begun) };
}

function marksIn(bytes: Buffer): number {
  let count = 0;
  for (let at = 0; at < bytes.length; at++) if (MARKS.has(bytes[at]!)) count++;
  return count;
}

function parsed(text: string, line: number): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw badCell(line, 'line', 'JSON_OBJECT', text);
  }
}

const string = { type: 'string' };
const optionalField = (type: string) => ({ type: [type, 'null'] });
const list = (items: object) => ({ type: 'array', items });
const record = (required: readonly string[], properties: object) => ({
  type: 'object',
  required,
  properties,
  additionalProperties: false,
});

/** The shape of MatchInput in the GraphQL schema. checkSubmission checks its values. */
const SHAPE = record(['externalId', 'playedAt', 'sides'], {
  details: true,
  weight: optionalField('number'),
  externalId: string,
  playedAt: string,
  sides: list(
    record(['participants'], {
      status: { enum: [...SIDE_STATUSES, null] },
      name: optionalField('string'),
      role: optionalField('string'),
      placement: optionalField('integer'),
      score: optionalField('number'),
      participants: list(
        record(['player'], {
          player: string,
          isGuest: optionalField('boolean'),
          displayName: optionalField('string'),
          proposedHandle: optionalField('string'),
          score: optionalField('number'),
          minutesPlayed: optionalField('number'),
          scoresAgainst: {
            ...list(record(['opponent', 'score'], { opponent: string, score: { type: 'number' } })),
            type: ['array', 'null'],
          },
        }),
      ),
    }),
  ),
});

type JsonMatch = Omit<MatchSubmission, 'playedAt'> & { readonly playedAt: string };

/** Without the meta-schema, which takes longer to compile than everything else here. */
const hasShape = new Ajv2020({
  verbose: true,
  allowUnionTypes: true,
  meta: false,
  validateSchema: false,
}).compile<JsonMatch>(SHAPE);

/**
 * The match that a JSON value describes.
 * @throws RowRefused if it has another shape, or its time cannot be read
 */
function submissionIn(value: unknown, line: number): MatchSubmission {
  if (!hasShape(value)) throw refusedBySchema(line, hasShape.errors![0]!);
  const playedAt = parseTime(value.playedAt);
  if (playedAt) return { ...value, playedAt };
  throw badCell(line, 'playedAt', 'TIME', value.playedAt);
}

function refusedBySchema(line: number, { instancePath, keyword, params, data }: ErrorObject): RowRefused {
  const field = instancePath.slice(1).replaceAll('/', '.') || 'line';
  if (keyword === 'additionalProperties') {
    return badCell(line, field, 'MATCH_FIELDS', params.additionalProperty);
  }
  if (keyword === 'required') {
    const { missingProperty: property } = params;
    return new RowRefused(line, refuse('FIELD_REQUIRED', [field], { field, property }), '');
  }
  const value = shown(data);
  const refusal =
    keyword === 'enum'
      ? refuse('ONE_OF', [field], { field, values: params.allowedValues.map(String), value })
      : refuse('FIELD_TYPE', [field], { field, type: [params.type].flat(), value });
  return new RowRefused(line, refusal, JSON.stringify(data));
}
