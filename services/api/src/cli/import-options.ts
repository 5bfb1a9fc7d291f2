import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { type DateFormat, parseDateFormat, parseInterval, parseTime, type Schedule } from '../import/dates.js';
import type { HandleMode } from '../import/handle.js';
import { type Mapping, parseMapping } from '../import/mapping.js';
import { MappingError } from '../import/problems.js';
import type { LeagueToCreate } from '../import/target-league.js';
import { isNamedZone } from '../kit/wall-time.js';
import { MAX_BATCH } from '../submission/submit-matches.js';
import { countOption, timeOption } from './options.js';
import { usageError } from './report.js';

export type Format = 'csv' | 'jsonl';

export interface ImportFlags {
  readonly format?: Format;
  readonly map?: Mapping;
  readonly start?: Date;
  readonly every?: number;
  readonly dateFormat?: DateFormat;
  readonly timeZone?: string;
  readonly delimiter?: string;
  readonly idPrefix?: string;
  readonly handles?: HandleMode;
  readonly create?: LeagueToCreate;
  readonly name?: string;
  readonly settings?: unknown;
  readonly batch: number;
  readonly yes?: true;
  readonly dryRun?: true;
  readonly refusals?: string;
}

/** Default batch: here as fast as MAX_BATCH, with less memory. */
const BATCH = 500;

/** Options for CSV files only. */
const CSV_ONLY = [
  'map',
  'yes',
  'start',
  'every',
  'dateFormat',
  'timeZone',
  'delimiter',
  'idPrefix',
  'handles',
] as const;

export function addImportOptions(command: Command): Command {
  return command
    .addOption(
      new Option('--format <format>', 'format of the file; if omitted, chosen by the file name').choices([
        'csv',
        'jsonl',
      ]),
    )
    .option(
      '--map <mapping>',
      'meaning of the columns of a CSV file, for example "date=day; side=a:x; side=b:y"; if omitted, a mapping is proposed',
      mapping,
    )
    .option('--yes', 'use the proposed mapping and print it')
    .option('--start <time>', 'time of the first match, for a file without dates', timeOption)
    .option('--every <interval>', 'time between matches, with --start, for example 90s, 1m (default), 2h, 1d', interval)
    .option(
      '--date-format <format>',
      'format of dates, for example DD.MM.YYYY; ISO 8601 such as 2026-07-19 if omitted',
      dateFormat,
    )
    .option(
      '--time-zone <name>',
      'time zone of dates without an offset, for example America/New_York; UTC if omitted',
      timeZone,
    )
    .option('--delimiter <text>', 'separator of cells: , (default), ; or tab', delimiter)
    .option('--id-prefix <text>', 'prefix of every external id')
    .addOption(
      new Option(
        '--handles <mode>',
        'names that are not valid handles: convert them (slug, default) or refuse them (keep)',
      ).choices(['slug', 'keep']),
    )
    .option(
      '--create <ratingSystem>',
      'create the league if it does not exist, with this rating system, for example timed-glicko, or as a file of "openladder export --settings" says',
      leagueOption,
    )
    .option('--name <text>', 'display name of the new league')
    .option('--settings <json>', 'settings of its rating system; omitted settings take their defaults', jsonOption)
    .option('--batch <count>', `matches submitted at once, 1 to ${MAX_BATCH}`, countOption(MAX_BATCH), BATCH)
    .option('--dry-run', 'check the file and report what it contains, without importing it')
    .option('--refusals <file>', 'write every refused row or match, with the reason, to this CSV file');
}

/** @throws CommandError if options contradict each other */
export function checkOptions(options: ImportFlags, format: Format): void {
  const idle = format === 'jsonl' ? CSV_ONLY.find((name) => options[name] !== undefined) : undefined;
  if (idle) throw usageError(`${flag(idle)} must be omitted for JSON Lines, which contain this information`);
  if (options.dateFormat && options.map?.dateFormat) {
    throw usageError('--date-format must be omitted if --map gives a date format');
  }
  if (options.dateFormat && !options.map?.date) throw usageError('--date-format must come with a date in --map');
  if (options.timeZone && !options.map?.date) throw usageError('--time-zone must come with a date in --map');
  if (options.every !== undefined && !options.start) throw usageError('--every must come with --start');
  for (const name of ['name', 'settings'] as const) {
    if (options[name] !== undefined && !options.create) throw usageError(`${flag(name)} must come with --create`);
  }
}

/** By the file's name, unless an option says otherwise. */
export function formatOf(path: string, { format }: ImportFlags): Format {
  return format ?? (/\.(?:jsonl|ndjson)$/i.test(path) ? 'jsonl' : 'csv');
}

/** Times for a file without dates. */
export function scheduleOf({ start, every }: ImportFlags): Schedule | undefined {
  return start && { start, ...(every !== undefined && { every }) };
}

function flag(name: string): string {
  return `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

function mapping(text: string): Mapping {
  try {
    return parseMapping(text);
  } catch (error) {
    throw error instanceof MappingError ? new InvalidArgumentError(error.message) : error;
  }
}

function interval(text: string): number {
  const value = parseInterval(text);
  if (value !== undefined) return value;
  throw new InvalidArgumentError('It must be a whole number with ms, s, m, h or d, such as 90s.');
}

function dateFormat(text: string): DateFormat {
  const format = parseDateFormat(text);
  if ('problem' in format)
    throw new InvalidArgumentError(`It ${format.problem}, as in DD.MM.YYYY or "MM/DD/YYYY HH:mm".`);
  return format;
}

function timeZone(text: string): string {
  if (isNamedZone(text)) return text;
  throw new InvalidArgumentError('It must be the IANA name of a time zone, such as Europe/Berlin.');
}

function delimiter(text: string): string {
  if (text === 'tab' || text === '\\t') return '\t';
  if ([...text].length === 1 && !/["\r\n]/.test(text)) return text;
  throw new InvalidArgumentError('It must be one character, or "tab".');
}

const TEXT = { type: 'string' };
const COUNT = { type: 'integer' };
const RULE = { enum: ['AS_PLACED', 'LAST', 'UNRATED'] };
const STATUSES = ['forfeit', 'didNotFinish', 'didNotStart', 'disqualified', 'nobodyFinished'];

/** The input of createLeague, whose values it checks itself. */
const LEAGUE = {
  type: 'object',
  required: ['ratingSystem'],
  additionalProperties: false,
  properties: {
    ...{ slug: TEXT, name: TEXT, description: TEXT, ratingSystem: TEXT, timeZone: TEXT, opensAt: TEXT },
    ...{ hue: COUNT, minMatches: COUNT, activeWithin: COUNT, queueWait: COUNT, queueBand: { type: 'number' } },
    placePoints: { type: 'array', items: { type: 'number' } },
    ...{ settings: { type: 'object' }, openEntry: { type: 'boolean' } },
    visibility: { enum: ['PUBLIC', 'PRIVATE'] },
    lateMatches: { enum: ['REPLAY', 'REJECT'] },
    statusRules: {
      type: 'object',
      additionalProperties: false,
      properties: Object.fromEntries(STATUSES.map((status) => [status, RULE])),
    },
  },
};

function leagueOption(text: string): LeagueToCreate {
  if (!/\.jsonl?$/i.test(text)) return { ratingSystem: text };
  const ajv = new Ajv2020({ meta: false, validateSchema: false });
  let problem: string;
  try {
    const league = JSON.parse(readFileSync(text, 'utf8'));
    const opensAt = typeof league?.opensAt === 'string' ? parseTime(league.opensAt) : null;
    if (ajv.validate(LEAGUE, league) && opensAt !== undefined) return { ...league, opensAt };
    problem = ajv.errors ? ajv.errorsText(ajv.errors, { dataVar: 'league' }) : 'league/opensAt must be a time';
  } catch (error) {
    problem = (error as Error).message;
  }
  throw new InvalidArgumentError(`It must be a file of "openladder export --settings": ${problem}.`);
}

function jsonOption(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new InvalidArgumentError('It must be JSON such as {"deviationGrowth":4}.');
  }
}
