import { expect, it } from 'vitest';
import { isNamedZone, momentOf } from './wall-time.js';

it.each([
  ['2026-09-01T00:00:00.000', 'UTC', '2026-09-01T00:00:00.000Z'],
  ['2026-09-01T00:00:00.000', 'America/New_York', '2026-09-01T04:00:00.000Z'],
  ['2026-12-31T23:59:59.999', 'America/New_York', '2027-01-01T04:59:59.999Z'],
  ['2026-09-01T00:00:00.000', 'Asia/Kathmandu', '2026-08-31T18:15:00.000Z'],
  // Local mean time.
  ['1872-11-30T00:00:00.000', 'America/New_York', '1872-11-30T04:56:02.000Z'],
  // Shown twice: the first one.
  ['2026-10-25T02:30:00.000', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
  ['2026-10-25T00:00:00.000', 'Atlantic/Azores', '2026-10-25T00:00:00.000Z'],
  ['2026-10-25T03:00:00.000', 'Europe/Berlin', '2026-10-25T02:00:00.000Z'],
  // Skipped: the moment of the change.
  ['2026-03-29T02:30:00.250', 'Europe/Berlin', '2026-03-29T01:00:00.000Z'],
  ['2026-03-29T01:59:59.999', 'Europe/Berlin', '2026-03-29T00:59:59.999Z'],
  ['2026-03-29T03:00:00.000', 'Europe/Berlin', '2026-03-29T01:00:00.000Z'],
  ['2018-11-04T00:00:00.000', 'America/Sao_Paulo', '2018-11-04T03:00:00.000Z'],
  ['2011-12-30T12:00:00.000', 'Pacific/Apia', '2011-12-30T10:00:00.000Z'],
  ['2011-12-31T00:00:00.000', 'Pacific/Apia', '2011-12-30T10:00:00.000Z'],
])('clocks show %s in %s at %s', (shown, zone, moment) => {
  expect(new Date(momentOf(Date.parse(`${shown}Z`), zone)).toISOString()).toBe(moment);
});

it('knows names of time zones', () => {
  expect(['UTC', 'Europe/Berlin', '', 'Mars', '+02:00'].map(isNamedZone)).toEqual([true, true, false, false, false]);
});
