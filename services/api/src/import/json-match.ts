import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import { SIDE_STATUSES } from '../league/status-rules.js';
import type { MatchSubmission } from '../match-log/submission.js';
import { RowRefused } from './problems.js';
import { parseTime } from './time.js';

const text = { type: 'string' };
const optional = (type: string) => ({ type: [type, 'null'] });
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
  weight: optional('number'),
  externalId: text,
  playedAt: text,
  sides: list(
    record(['participants'], {
      status: { enum: [...SIDE_STATUSES, null] },
      name: optional('string'),
      role: optional('string'),
      placement: optional('integer'),
      score: optional('number'),
      participants: list(
        record(['player'], {
          player: text,
          isGuest: optional('boolean'),
          score: optional('number'),
          minutesPlayed: optional('number'),
          scoresAgainst: {
            ...list(record(['opponent', 'score'], { opponent: text, score: { type: 'number' } })),
            type: ['array', 'null'],
          },
        }),
      ),
    }),
  ),
});

type JsonMatch = Omit<MatchSubmission, 'playedAt'> & { readonly playedAt: string };

const hasShape = new Ajv2020({ verbose: true, allowUnionTypes: true }).compile<JsonMatch>(SHAPE);

/**
 * The match that a JSON value describes.
 * @throws RowRefused if it has another shape, or its time cannot be read
 */
export function submissionIn(value: unknown, line: number): MatchSubmission {
  if (!hasShape(value)) throw refusedBySchema(line, hasShape.errors![0]!);
  const playedAt = parseTime(value.playedAt);
  if (playedAt) return { ...value, playedAt };
  throw new RowRefused(line, 'playedAt', 'must be a time such as 2026-07-19T20:00:00Z', value.playedAt);
}

function refusedBySchema(line: number, { instancePath, keyword, message, params, data }: ErrorObject): RowRefused {
  const field = instancePath.slice(1).replaceAll('/', '.') || 'line';
  if (keyword === 'additionalProperties') {
    return new RowRefused(line, field, 'must have the fields of a match and no others', params.additionalProperty);
  }
  return new RowRefused(line, field, message ?? 'must be part of a match', JSON.stringify(data));
}
