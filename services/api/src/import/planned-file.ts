import type { Readable } from 'node:stream';
import { parseDateFormat } from './date-format.js';
import { Dates } from './dates.js';
import { HandleBook } from './handle.js';
import { longReader } from './long.js';
import { type Mapping, parseMapping } from './mapping.js';
import { csvFile, jsonLinesFile, type MatchFile } from './match-file.js';
import type { FileHead, ReadingPlan } from './match-import.js';
import { parseInterval, type Schedule } from './time.js';
import { wideReader } from './wide.js';

/**
 * A file that is read according to a plan.
 * @param open the file from its beginning
 */
export function plannedFile(open: () => Readable, { format, delimiter }: FileHead, plan: ReadingPlan): MatchFile {
  if (format === 'JSON_LINES') return jsonLinesFile(open);
  const mapping = parseMapping(plan.mapping!);
  const dateFormat = plan.dateFormat === null ? undefined : parseDateFormat(plan.dateFormat);
  return csvFile(open, mapping, {
    delimiter: delimiter!,
    ...(dateFormat && 'read' in dateFormat && { dateFormat }),
    ...(plan.timeZone && { timeZone: plan.timeZone }),
    schedule: scheduleOf(plan),
    idPrefix: plan.idPrefix ?? '',
  });
}

/** Checks that a file has the columns of a mapping. @throws MappingError */
export function checkColumns(mapping: Mapping, columns: readonly string[]): void {
  if (mapping.form === 'wide') wideReader(mapping, columns, new HandleBook(), new Dates());
  else longReader(mapping, columns, new HandleBook(), new Dates());
}

function scheduleOf({ startAt, every }: ReadingPlan): Schedule | undefined {
  if (startAt === null) return undefined;
  const interval = every === null ? undefined : parseInterval(every);
  return { start: new Date(startAt), ...(interval !== undefined && { every: interval }) };
}
