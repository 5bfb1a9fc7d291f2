import { createReadStream, type ReadStream, statSync } from 'node:fs';
import { basename } from 'node:path';
import type { Command } from 'commander';
import { COMMAND_LINE } from '../access/access.js';
import { type ImportCounts, importMatches } from '../import/import-matches.js';
import { inTimeOrder } from '../import/in-time-order.js';
import { csvFile, jsonLinesFile, type MatchFile } from '../import/match-file.js';
import { FileError, MappingError } from '../import/problems.js';
import type { Reading } from '../import/reading.js';
import type { RefusalLog } from '../import/refusal-log.js';
import { type Survey, survey } from '../import/survey.js';
import { findTarget, type Target } from '../import/target.js';
import { shown } from '../kit/refusal.js';
import { findLeague } from '../league/league.repository.js';
import { countOnBoard } from '../rating/board.repository.js';
import type { App } from '../start/app.js';
import { FAILED, failure, usageError } from './exit.js';
import { addImportOptions, checkOptions, formatOf, type ImportFlags, scheduleOf } from './import-options.js';
import { openRefusals } from './import-refusals.js';
import { type Imported, importReport, surveyReport } from './import-report.js';
import { showProgress } from './progress.js';
import { withApp } from './with-app.js';

/** Matches of a file that is not in time order are held in memory, some 0.5 to 1 kB each. */
const MOST_SORTED = 250_000;
const COLLISIONS_SHOWN = 20;

export function addImport(program: Command): void {
  const command = program
    .command('import')
    .description('load matches from a CSV file or an "openladder export"; safe to run again')
    .argument('<league>', 'its slug')
    .argument('<file>', 'a CSV file with a header line, or a JSON Lines file');
  addImportOptions(command).action(async (league: string, path: string, options: ImportFlags) => {
    checkOptions(options, formatOf(path, options));
    const file = openFile(path, options);
    await withApp((app) => explained(() => run(app, league, file, options)));
  });
}

/** A file on disk, with how far it was read. */
interface DiskFile extends MatchFile {
  readonly title: string;
  readonly size: number;
  bytesRead(): number;
}

function openFile(path: string, options: ImportFlags): DiskFile {
  let stream: ReadStream | undefined;
  const open = () => {
    stream = createReadStream(path);
    return stream;
  };
  const { map, delimiter, idPrefix, handles, dateFormat } = options;
  const file =
    formatOf(path, options) === 'jsonl'
      ? jsonLinesFile(open)
      : csvFile(open, map!, { delimiter, idPrefix, handles, dateFormat, schedule: scheduleOf(options) });
  return { ...file, title: basename(path), size: sizeOf(path), bytesRead: () => stream?.bytesRead ?? 0 };
}

function sizeOf(path: string): number {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats?.isFile()) throw failure(`${shown(path)} must be a file, but ${stats ? 'is not one' : 'does not exist'}`);
  return stats.size;
}

async function run(app: App, slug: string, file: DiskFile, options: ImportFlags): Promise<void> {
  const startedAt = performance.now();
  const { create, settings, name } = options;
  const target = await findTarget(
    app,
    slug,
    create === undefined ? undefined : { ratingSystem: create, settings, name },
  );

  const found = await surveyed(file, target, options);
  if (options.dryRun)
    return tell(`Nothing was written: a dry run of ${file.title}.`, surveyReport(found, file), found.refusals);
  if (found.matches === 0)
    return tell(
      `Nothing was written: ${file.title} has no match for ${slug}.`,
      surveyReport(found, file),
      found.refusals,
    );

  if (target.isNew) {
    await target.create();
    console.error(`Created the league ${slug}, rated by ${target.system.rater.key}.`);
  }
  await target.refresh();
  const { refusals, close } = openRefusals(options.refusals);
  try {
    const counts = await imported(app, slug, file, found, refusals, options);
    const seconds = (performance.now() - startedAt) / 1000;
    const board = await boardOf(app, slug);
    const done = { counts, refusals, words: found.words, board, seconds };
    tell(`Imported ${file.title} into ${slug}.`, importReport(done, file), refusals);
  } finally {
    close();
  }
}

/** Reads the file without writing anything. @throws CommandError if it cannot be imported as it is */
async function surveyed(file: DiskFile, target: Target, options: ImportFlags): Promise<Survey> {
  const { refusals, close } = openRefusals(options.refusals);
  const progress = showProgress('Checking', file.size);
  try {
    const found = await survey(
      watched(file.readings(), () => progress.update(file.bytesRead())),
      target.check,
      refusals,
    );
    refuseCollisions(file);
    refuseScattered(file);
    refuseUnsortable(found);
    return found;
  } finally {
    progress.stop();
    close();
  }
}

async function boardOf(app: App, slug: string): Promise<Imported['board']> {
  const { id } = (await findLeague(app.database.manager, COMMAND_LINE, slug))!;
  return countOnBoard(app.database.manager, id);
}

async function imported(
  app: App,
  slug: string,
  file: DiskFile,
  found: Survey,
  refusals: RefusalLog,
  { batch: batchSize }: ImportFlags,
): Promise<ImportCounts> {
  const progress = showProgress('Importing', found.matches + found.refusals.count, 'matches');
  const readings = found.outOfOrder > 0 ? inTimeOrder(file.readings()) : file.readings();
  try {
    return await importMatches(app, slug, readings, refusals, { batchSize, onProgress: progress.update });
  } finally {
    progress.stop();
  }
}

async function* watched(readings: AsyncIterable<Reading>, onReading: () => void): AsyncGenerator<Reading> {
  for await (const reading of readings) {
    onReading();
    yield reading;
  }
}

function tell(headline: string, report: readonly string[], refusals: RefusalLog): void {
  console.log([headline, ...report].join('\n'));
  if (refusals.count > 0) process.exitCode = FAILED;
}

function refuseCollisions({ names, title }: DiskFile): void {
  const { collisions } = names;
  if (collisions.length === 0) return;
  const listed = collisions
    .slice(0, COLLISIONS_SHOWN)
    .map(({ handle, names }) => `  ${names.map(shown).join(' and ')} would all be ${handle}`);
  const more = collisions.length > COLLISIONS_SHOWN ? ['  …'] : [];
  throw failure(
    [
      `Nothing was written: in ${title}, different names make the same player (${collisions.length}):`,
      ...listed,
      ...more,
      "Spell each player's name in one way, and different players' names in different ways.",
    ].join('\n'),
  );
}

function refuseScattered({ scattered, title }: DiskFile): void {
  if (scattered.size === 0) return;
  const listed = [...scattered].slice(0, COLLISIONS_SHOWN).map((match) => `  ${shown(match)}`);
  const more = scattered.size > COLLISIONS_SHOWN ? ['  …'] : [];
  throw failure(
    [
      `Nothing was written: in ${title}, the rows of a match must be next to each other, but are not for ${scattered.size}:`,
      ...listed,
      ...more,
      'Sort the file by the columns of "match".',
    ].join('\n'),
  );
}

function refuseUnsortable({ firstOutOfOrder, matches }: Survey): void {
  if (!firstOutOfOrder || matches <= MOST_SORTED) return;
  const [before, late] = firstOutOfOrder;
  throw failure(
    `Nothing was written: a file of more than ${MOST_SORTED.toLocaleString('en')} matches must be in order of time, but the ` +
      `match of line ${late.line} was played at ${shown(late.submission.playedAt)}, ` +
      `before that of line ${before.line} at ${shown(before.submission.playedAt)}`,
  );
}

async function explained(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof MappingError) throw usageError(error.message);
    if (error instanceof FileError) throw failure(`Nothing was written: ${error.message}`);
    throw error;
  }
}
