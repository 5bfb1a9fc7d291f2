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
    ['1.5', 1.5],
    ['1,5', 1.5],
    ['0,125', 0.125],
    ['1500', 1500],
    ['-3', -3],
    ['', null],
  ])('reads %j as the number %s', (text, number) => {
    expect(form({ it: text }).number('it')).toBe(number);
  });

  test.each([
    ['1/2', 0.5],
    ['½', 0.5],
    ['1½', 1.5],
    ['2 1/2', 2.5],
    ['0,5', 0.5],
    ['', null],
  ])('reads %j as %s points', (text, points) => {
    expect(form({ it: text }).points('it')).toBe(points);
  });

  test.each(['1/3', '11/2', '1/2 1/2'])('takes %j for no points', (text) => {
    const sent = form({ it: text });
    sent.points('it');
    expect(sent.errors).toMatchObject([{ field: 'it', refusal: { message: `it must be a number, but is "${text}"` } }]);
  });

  test.each([
    ['12', 12],
    ['', null],
  ])('reads %j as the whole number %s', (text, number) => {
    expect(form({ it: text }).integer('it')).toBe(number);
  });

  test.each([
    ['2026-11-22T18:30', '2026-11-22T18:30:00.000Z'],
    ['2026-11-22T18:30:05', '2026-11-22T18:30:05.000Z'],
    ['', null],
  ])('reads %j as the time %s', (text, time) => {
    expect(form({ it: text }).time('it')).toBe(time);
  });

  test.each([
    ['2026-11-22T18:30', 'Europe/Berlin', '2026-11-22T17:30:00.000Z'],
    ['2026-07-01T00:00', 'America/New_York', '2026-07-01T04:00:00.000Z'],
    // Shown twice: the first one.
    ['2026-10-25T02:30', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
  ])('reads %j in the zone %s as %s', (text, zone, time) => {
    expect(form({ it: text, '_zone.it': zone }).time('it')).toBe(time);
  });

  test('keeps the moment that a field had where nobody wrote in it, to the millisecond and in an hour that clocks show twice', () => {
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

  test.each(['1,500', '-12,345,678'])('does not guess whether %j has decimals', (text) => {
    const sent = form({ it: text });
    sent.number('it');
    expect(sent.errors).toMatchObject([{ field: 'it', refusal: { message: `it must be a number, but is "${text}"` } }]);
  });

  test('notes what it cannot read, with the field and what stands there', () => {
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
