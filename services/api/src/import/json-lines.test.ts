import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { buildSchema, type GraphQLInputObjectType } from 'graphql';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { readJsonLines } from './json-lines.js';
import type { Reading } from './reading.js';

async function read(...chunks: (string | Buffer)[]): Promise<Reading[]> {
  const readings: Reading[] = [];
  const input = Readable.from(chunks.map((chunk) => Buffer.from(chunk as string)));
  for await (const reading of readJsonLines(input)) readings.push(reading);
  return readings;
}

const SIDES = '"sides":[{"score":1,"participants":[{"player":"Ann"}]},{"score":0,"participants":[{"player":"Zoë"}]}]';
const MATCH = `{"externalId":"g\u20281","playedAt":"2026-01-01T00:00:00.000Z",${SIDES}}`;

describe('a file of JSON Lines', () => {
  it('gives a match for each line, skipping empty ones, wherever the stream is cut', async () => {
    const text = Buffer.from(`${MATCH}\r\n\n${MATCH}`);
    const readings = await read(text);
    expect(readings).toEqual([
      {
        kind: 'match',
        line: 1,
        submission: {
          externalId: 'g\u20281',
          playedAt: new Date('2026-01-01T00:00:00Z'),
          sides: [
            { score: 1, participants: [{ player: 'Ann' }] },
            { score: 0, participants: [{ player: 'Zoë' }] },
          ],
        },
      },
      expect.objectContaining({ kind: 'match', line: 3 }),
    ]);
    expect(await read(...Array.from(text, (byte) => Buffer.from([byte])))).toEqual(readings);
  });

  it.each([
    ['{"externalId":', 'line', 'JSON_OBJECT', '{"externalId":'],
    ['[]', 'line', 'FIELD_TYPE', '[]'],
    [MATCH.replace('"score":1', '"points":1'), 'sides.0', 'MATCH_FIELDS', 'points'],
    [MATCH.replace('"Ann"', '7'), 'sides.0.participants.0.player', 'FIELD_TYPE', '7'],
    [`{"externalId":"g",${SIDES}}`, 'line', 'FIELD_REQUIRED', ''],
    [MATCH.replace('2026-01-01', '2026-02-30'), 'playedAt', 'TIME', '2026-02-30T00:00:00.000Z'],
  ])('refuses %s and continues', async (line, field, rule, value) => {
    const [refused, next] = await read(`${line}\n${MATCH}\n`);
    expect(refused).toMatchObject({ kind: 'refused', line: 1, field, rule, value });
    expect(next).toMatchObject({ kind: 'match', line: 2 });
  });

  it("accepts a submission's data about new players", async () => {
    const participant = { player: 'Ann', displayName: 'Ann A.', proposedHandle: null };
    const [reading] = await read(MATCH.replace('{"player":"Ann"}', JSON.stringify(participant)));
    expect(reading).toMatchObject({ submission: { sides: [{ participants: [participant] }, {}] } });
  });

  it('accepts every field of a submission', async () => {
    const schema = buildSchema(readFileSync(new URL('../../../../schema/schema.graphql', import.meta.url), 'utf8'));
    const fieldsOf = (input: string) => Object.keys((schema.getType(input) as GraphQLInputObjectType).getFields());
    const refused: string[] = [];
    for (const input of ['MatchInput', 'SideInput', 'ParticipantInput']) {
      for (const field of fieldsOf(input)) {
        const match = JSON.parse(MATCH);
        const [side] = match.sides;
        const own = { MatchInput: match, SideInput: side, ParticipantInput: side.participants[0] }[input];
        own[field] ??= null;
        const [reading] = await read(JSON.stringify(match));
        if (reading!.kind === 'refused') refused.push(field);
      }
    }
    expect(refused).toEqual([]);
  });

  it('numbers its lines after a million empty ones', async () => {
    expect(await read(Buffer.alloc(1_000_000, '\n'), Buffer.alloc(2_000, '\r\n'), MATCH)).toMatchObject([
      { kind: 'match', line: 1_001_001 },
    ]);
  });

  it('refuses a line with more values than any match has without parsing it, and reads on', async () => {
    const parse = vi.spyOn(JSON, 'parse');
    onTestFinished(() => parse.mockRestore());
    expect(await read(`[${'{},'.repeat(500_000)}0]\n`, MATCH)).toMatchObject([
      { kind: 'refused', line: 1, rule: 'LINE_VALUES', parameters: { max: 400_000 } },
      { kind: 'match', line: 2 },
    ]);
    expect(parse).toHaveBeenCalledTimes(1);
  });

  it('accepts the largest possible match', async () => {
    const handle = (n: number) => `player-${n}`;
    const everybody = Array.from({ length: 256 }, (_, n) => n);
    const sides = everybody.map((n) => ({
      participants: [
        { player: handle(n), scoresAgainst: everybody.map((other) => ({ opponent: handle(other), score: 1.5 })) },
      ],
    }));
    const match = JSON.stringify({ externalId: 'g', playedAt: '2026-01-01T00:00:00.000Z', sides });
    expect(await read(match)).toMatchObject([{ kind: 'match' }]);
  });

  it('ends at a line that is longer than any match', async () => {
    let pieces = 0;
    const endless = Readable.from(
      (function* () {
        yield Buffer.from(`${MATCH}\n`);
        for (; ; pieces++) yield Buffer.alloc(65_536, '[');
      })(),
    );
    const readings = readJsonLines(endless);
    expect(await readings.next()).toMatchObject({ value: { line: 1 } });
    await expect(readings.next()).rejects.toThrow('line 2: the file must have at most 8 MB on a line, but has more');
    expect(pieces).toBeLessThan(130);
  });

  it('refuses a line that is not UTF-8', async () => {
    expect(await read(Buffer.from([0x7b, 0xff, 0x7d]), '\n')).toMatchObject([{ rule: 'ENCODING' }]);
  });
});
