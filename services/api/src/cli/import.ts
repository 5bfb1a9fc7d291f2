import { closeSync, createReadStream, openSync, type ReadStream, statSync, writeSync } from 'node:fs';
import { basename } from 'node:path';
import { withoutFormula } from '@openladder/columns';
import type { Command } from 'commander';
import { COMMAND_LINE } from '../access/access.js';
import { type FatalProblem, type FileScan, fatalProblemOf, scanFile } from '../import/check-file.js';
import { shownFileName } from '../import/file-head.js';
import { type EndedImport, insertImportEntry } from '../import/import-audit.js';
import { type ImportCounts, importMatches } from '../import/import-matches.js';
import { csvFile, jsonLinesFile, type MatchFile } from '../import/match-file.js';
import { FileError, MappingError } from '../import/problems.js';
import { type Reading, RefusalLog, type RefusedReading } from '../import/reading.js';
import { sortByTime } from '../import/sort-by-time.js';
import { findTargetLeague, type TargetLeague } from '../import/target-league.js';
import { newResponseSize } from '../kit/paging/response-size.js';
import { sentenceOf, shown } from '../kit/refusal.js';
import { transaction } from '../kit/sql/transaction.js';
import type { League } from '../league/league.js';
import { getLeague } from '../league/league.repository.js';
import { matchesForRank } from '../raters/rating-system.js';
import { countOnBoard } from '../rating/board.js';
import { listRecords } from '../reading/movers.repository.js';
import { whyNobodyRanked } from '../reading/nobody-ranked.js';
import type { App } from '../start/app.js';
import { collectSooner } from '../start/open-app.js';
import { addImportOptions, checkOptions, formatOf, type ImportFlags, scheduleOf } from './import-options.js';
import { type Imported, importReport, scanReport } from './import-report.js';
import { showProgress } from './progress.js';
import { withProposal } from './propose-mapping.js';
import { type CommandError, FAILED, failure, usageError } from './report.js';
import { withApp } from './with-app.js';

export function addImport(program: Command): void {
  const command = program
    .command('import')
    .description('load matches from a CSV file or an "openladder export"; safe to run again')
    .argument('<league>', 'its slug')
    .argument('<file>', 'a CSV file with a header line, or a JSON Lines file');
  addImportOptions(command).action(async (league: string, path: string, given: ImportFlags) => {
    collectSooner(ROOM);
    fileSize(path);
    const format = formatOf(path, given);
    const isUnmapped = format === 'csv' && !given.map;
    if (!isUnmapped) checkOptions(given, format);
    await withApp('import', (app) =>
      withReasons(async () => {
        // The league first: nobody should confirm a mapping for a league that does not exist.
        const target = await targetOf(app, league, given);
        const options = isUnmapped ? await withProposal(path, given) : given;
        if (isUnmapped) checkOptions(options, format);
        await importFile(app, target, openFile(path, options), options);
      }),
    );
  });
}

/** A file on disk, and how far it has been read. */
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
  const { map, delimiter, idPrefix, handles, dateFormat, timeZone } = options;
  const file =
    formatOf(path, options) === 'jsonl'
      ? jsonLinesFile(open)
      : csvFile(open, map!, { delimiter, idPrefix, handles, dateFormat, timeZone, schedule: scheduleOf(options) });
  // Assigned to the file itself, whose encoding is known only once it is read.
  return Object.assign(file, {
    title: shownFileName(basename(path)),
    size: fileSize(path),
    bytesRead: () => stream?.bytesRead ?? 0,
  });
}

function fileSize(path: string): number {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats?.isFile()) throw failure(`${shown(path)} must be a file, but ${stats ? 'is not one' : 'does not exist'}`);
  return stats.size;
}

/** Large, because few rows of a file are in memory at a time, and nobody waits for a single match of it. */
const ROOM = 60_000_000;

const GO_ON = 'The import has ended. Run it again with the new version; no match is counted twice.';
const REPEAT = 'Run it again to resume; no match is counted twice.';
const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

function targetOf(app: App, slug: string, { create, settings, name }: ImportFlags): Promise<TargetLeague> {
  const given = { ...(settings !== undefined && { settings }), ...(name !== undefined && { name }) };
  return findTargetLeague(app, slug, create && { ...create, ...given });
}

async function importFile(app: App, target: TargetLeague, file: DiskFile, options: ImportFlags): Promise<void> {
  const startedAt = performance.now();
  const { slug } = target;
  const found = await scanned(file, target, options);
  if (options.dryRun || found.matches === 0) {
    const why = options.dryRun ? `a dry run of ${file.title}` : `${file.title} has no match for ${slug}`;
    return printReport(`Nothing was written: ${why}.`, scanReport(found, file), found.refusals);
  }

  const league = await target.open();
  if (target.isNew) console.error(`Created the league ${slug}, rated by ${target.system.rater.key}.`);
  const { refusals, close } = openRefusals(options.refusals);
  try {
    const counts = await imported(app, league, file, found, refusals, options);
    const { accepted: added, replayed } = counts;
    await recorded(app, league, file, { added, replayed, refused: refusals.count });
    const seconds = (performance.now() - startedAt) / 1000;
    const board = await boardOf(app, league.id);
    const done = { counts, refusals, words: found.words, board, seconds };
    printReport(`Imported ${file.title} into ${slug}.`, importReport(done, file), refusals);
  } finally {
    close();
  }
}

/** Reads the file without writing anything. @throws CommandError if it cannot be imported as it is */
async function scanned(file: DiskFile, target: TargetLeague, options: ImportFlags): Promise<FileScan> {
  const { refusals, close } = openRefusals(options.refusals);
  const progress = showProgress('Checking', file.size);
  try {
    const found = await scanFile(
      watched(file.readings(), () => progress.update(file.bytesRead())),
      target.check,
      refusals,
    );
    const blocker = fatalProblemOf(file);
    if (blocker) throw blocked(file, blocker);
    return found;
  } finally {
    progress.stop();
    close();
  }
}

/** Records the import in the audit log of the league. */
async function recorded({ database, clock }: App, league: League, file: DiskFile, ended: EndedImport): Promise<void> {
  const { tokenId: actorId, actor } = COMMAND_LINE;
  const own = { leagueId: league.id, fileName: file.title, actorId, actor };
  await transaction(database, null, (tx) => insertImportEntry(tx, own, ended, clock()));
}

async function boardOf(app: App, leagueId: number): Promise<Imported['board']> {
  const league = await getLeague(app.database.manager, leagueId);
  const counts = await countOnBoard(app.database.manager, league.id);
  const rater = app.raters.get(league.rater);
  const records = () => listRecords(app.reads, league);
  const nobodyRanked = await whyNobodyRanked(app, league, newResponseSize(), records, true);
  const preset = rater?.presets?.find(({ name }) => name === nobodyRanked?.preset) ?? null;
  return {
    ...counts,
    matchesForRank: matchesForRank(rater, league.settings, league),
    restingSince: nobodyRanked?.restingSince ?? null,
    preset,
  };
}

async function imported(
  app: App,
  league: League,
  file: DiskFile,
  found: FileScan,
  refusals: RefusalLog,
  { batch: batchSize }: ImportFlags,
): Promise<ImportCounts> {
  // Another version may migrate meanwhile.
  await app.schema.start(app.session);
  const interrupted = new AbortController();
  const interrupt = () => interrupted.abort();
  const readAccess = async () => {
    if (app.schema.incompatibility) throw failure(`${app.schema.incompatibility} ${GO_ON}`);
    if (interrupted.signal.aborted) throw failure(`The import was interrupted. ${REPEAT}`);
    return COMMAND_LINE;
  };
  const progress = showProgress('Importing', found.matches + found.refusals.count, 'matches');
  const read = () =>
    found.outOfOrder > 0 ? sortByTime(() => file.readings(), undefined, found.isNewestFirst) : file.readings();
  let added = 0;
  // A second signal ends the process at once.
  for (const signal of SIGNALS) process.once(signal, interrupt);
  try {
    return await importMatches(app, league.slug, read, found.matches, refusals, {
      batchSize,
      isInOrder: found.outOfOrder === 0,
      readAccess,
      names: file.names,
      onWritten: async (written) => progress.update(written),
      onProgress: (settled, { accepted }) => {
        added = accepted;
        progress.update(settled);
      },
    });
  } catch (error) {
    const status = interrupted.signal.aborted ? 'CANCELLED' : 'FAILED';
    // Without a database, no process can be notified, and the first error contains the reason.
    if (added > 0) await recorded(app, league, file, { added, status }).catch(() => undefined);
    throw error;
  } finally {
    for (const signal of SIGNALS) process.off(signal, interrupt);
    progress.stop();
  }
}

async function* watched(readings: AsyncIterable<Reading>, onReading: () => void): AsyncGenerator<Reading> {
  for await (const reading of readings) {
    onReading();
    yield reading;
  }
}

function printReport(headline: string, report: readonly string[], refusals: RefusalLog): void {
  console.log([headline, ...report].join('\n'));
  if (refusals.count > 0) process.exitCode = FAILED;
}

function blocked({ title }: DiskFile, { problem, listed, advice }: FatalProblem): CommandError {
  const list = listed.map((line) => `  ${line}`);
  return failure([`Nothing was written: in ${title}, ${problem}`, ...list, advice].join('\n'));
}

async function withReasons(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof MappingError) throw usageError(error.message);
    if (error instanceof FileError) throw failure(`Nothing was written: ${error.message}`);
    throw error;
  }
}

/** A log of refusals that is also written to a CSV file if there is a path; call `close` at the end. */
function openRefusals(path: string | undefined): { refusals: RefusalLog; close(): void } {
  if (path === undefined) return { refusals: new RefusalLog(), close: () => undefined };
  let file: number;
  try {
    file = openSync(path, 'w');
  } catch (error) {
    throw failure(`--refusals must be a file that can be written: ${(error as Error).message}`);
  }
  writeSync(file, 'line,field,rule,value,message\n');
  return { refusals: new RefusalLog((refusal) => writeSync(file, toCsv(refusal))), close: () => closeSync(file) };
}

function toCsv(refusal: RefusedReading): string {
  const { line, field, rule, value, parameters } = refusal;
  return `${line},${[field, rule, value, sentenceOf(rule, parameters)].map(cell).join(',')}\n`;
}

function cell(given: string): string {
  const text = withoutFormula(given);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
