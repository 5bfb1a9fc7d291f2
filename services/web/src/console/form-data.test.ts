import { describe, expect, test } from 'vitest';
import { Form } from './form-data.js';

const form = (values: Record<string, string>) => new Form(new URLSearchParams(values));

describe('a form', () => {
  test('reads texts without the space around them, and line ends as they were typed', () => {
    expect(form({ text: ' one\r\ntwo ' }).text('text')).toBe('one\ntwo');
    expect(form({ text: '  ' }).given('text')).toBeUndefined();
    expect(form({}).text('text')).toBe('');
  });

  test.each([
    ['number', '1.5', 1.5],
    ['number', '1,5', 1.5],
    ['number', '0,125', 0.125],
    ['number', '1500', 1500],
    ['number', '-3', -3],
    ['number', '', null],
    ['points', '1/2', 0.5],
    ['points', '½', 0.5],
    ['points', '1½', 1.5],
    ['points', '2 1/2', 2.5],
    ['points', '0,5', 0.5],
    ['points', '', null],
    ['integer', '12', 12],
    ['integer', '', null],
    ['time', '2026-11-22T18:30', '2026-11-22T18:30:00.000Z'],
    ['time', '2026-11-22T18:30:05', '2026-11-22T18:30:05.000Z'],
    ['time', '', null],
  ] as const)('reads the %s %j as %s', (kind, text, value) => {
    expect(form({ it: text })[kind]('it')).toBe(value);
  });

  test.each([
    ['2026-11-22T18:30', 'Europe/Berlin', '2026-11-22T17:30:00.000Z'],
    ['2026-07-01T00:00', 'America/New_York', '2026-07-01T04:00:00.000Z'],
    // Shown twice: the first one.
    ['2026-10-25T02:30', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
  ])('reads %j in the zone %s as %s', (text, zone, time) => {
    expect(form({ it: text, '_zone.it': zone }).time('it')).toBe(time);
  });

  test('keeps the moment of an unchanged field, to the millisecond and in an hour that clocks show twice', () => {
    const second = { it: '2026-10-25T02:30', '_zone.it': 'Europe/Berlin', '_moment.it': '2026-10-25T01:30:00.000Z' };
    expect(form(second).time('it')).toBe('2026-10-25T01:30:00.000Z');
    expect(form({ ...second, it: '2026-10-25T02:31' }).time('it')).toBe('2026-10-25T00:31:00.000Z');
  });

  test.each([
    [
      '2026-03-29T02:30',
      'Europe/Berlin',
      'it must be a time that clocks in Europe/Berlin show on that day, but is "2026-03-29T02:30"',
    ],
    ['2026-03-29T02:30', 'Mars', 'it must be in a time zone such as Europe/Berlin, but is in "Mars"'],
  ])('refuses %j in %s', (text, zone, message) => {
    const sent = form({ it: text, '_zone.it': zone });
    expect(sent.time('it')).toBeNull();
    expect(sent.errors).toMatchObject([{ field: 'it', refusal: { message } }]);
  });

  test.each([
    // The comma may be a decimal mark or not.
    ['number', '1,500'],
    ['number', '-12,345,678'],
    ['points', '1/3'],
    ['points', '11/2'],
    ['points', '1/2 1/2'],
  ] as const)('is not a valid %s: %j', (kind, text) => {
    const sent = form({ it: text });
    sent[kind]('it');
    expect(sent.errors).toMatchObject([{ field: 'it', refusal: { message: `it must be a number, but is "${text}"` } }]);
  });

  test('records unreadable values, with the field and its content', () => {
    const sent = form({ number: 'three', whole: '1.5', time: '2026-13-01T00:00' });
    sent.number('number');
    sent.integer('whole');
    sent.time('time');
    expect(sent.errors).toMatchObject([
      { field: 'number', refusal: { message: 'number must be a number, but is "three"' } },
      { field: 'whole', refusal: { message: 'whole must be a whole number, but is "1.5"' } },
      { field: 'time', refusal: { message: expect.stringMatching(/^time must be a day and a time/) } },
    ]);
  });
});
