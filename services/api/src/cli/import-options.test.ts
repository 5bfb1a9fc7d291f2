import { Command } from 'commander';
import { describe, expect, test } from 'vitest';
import { addImportOptions, checkOptions, formatOf, type ImportFlags, scheduleOf } from './import-options.js';

const MAP = ['--map', 'date=d; side=a:x; side=b:y'];

/** The options of a command, checked as `openladder import` checks those for a file of this name. */
function given(args: readonly string[], file = 'matches.csv'): ImportFlags {
  const command = addImportOptions(new Command().exitOverride().configureOutput({ writeErr: () => undefined }));
  command.parse(args, { from: 'user' });
  const options: ImportFlags = command.opts();
  checkOptions(options, formatOf(file, options));
  return options;
}

describe('the options of an import', () => {
  test.each([
    ['an interval without a start', [...MAP, '--every', '1m'], '--every must come with --start'],
    ['an interval of no unit', [...MAP, '--start', '2026-03-01', '--every', '2'], 'with ms, s, m, h or d'],
    ['too large a batch', [...MAP, '--batch', '1001'], 'from 1 to 1000'],
    ['an empty batch', [...MAP, '--batch', '0'], 'from 1 to 1000'],
    ['a name without a rating system', [...MAP, '--name', 'Europe'], '--name must come with --create'],
    ['settings that are not JSON', [...MAP, '--settings', '{'], 'It must be JSON such as'],
    ['a league of a missing file', ['--create', 'gone.jsonl'], 'export --settings": ENOENT: no such file'],
    ['two letters between cells', [...MAP, '--delimiter', ';;'], 'It must be one character, or "tab"'],
    ['an invalid format of dates', [...MAP, '--date-format', '%d.%m.%Y'], 'It must consist of YYYY, YY, MMM'],
    ['an unknown time zone', [...MAP, '--time-zone', 'Mars'], 'It must be the IANA name of a time zone'],
    ['a time zone of no dates', ['--map', 'side=a:x; side=b:y', '--time-zone', 'Asia/Tokyo'], 'with a date in --map'],
    [
      'two formats of dates',
      ['--map', 'date=d(DD.MM.YYYY); side=a:x; side=b:y', '--date-format', 'DD.MM.YYYY'],
      '--date-format must be omitted if --map gives',
    ],
    ['a mapping for JSON Lines', [...MAP, '--format', 'jsonl'], '--map must be omitted'],
  ])('may not have %s', (_, args, message) => {
    expect(() => given(args)).toThrow(message);
  });

  test('give a file without dates its times', () => {
    const options = given(['--map', 'side=a:x; side=b:y', '--start', '2026-03-01', '--every', '2h']);
    expect(scheduleOf(options)).toEqual({ start: new Date('2026-03-01T00:00:00Z'), every: 7_200_000 });
    expect(scheduleOf(given(MAP))).toBeUndefined();
  });

  test('are those of JSON Lines for a file with such a name', () => {
    expect(() => given(MAP, 'log.ndjson')).toThrow('--map must be omitted for JSON Lines');
    expect(given(['--create', 'elo'], 'log.jsonl')).toEqual({
      create: { ratingSystem: 'elo' },
      batch: 500,
    });
    expect(given([...MAP, '--delimiter', 'tab'])).toMatchObject({ delimiter: '\t' });
  });
});
