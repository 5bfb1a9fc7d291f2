import { readNumber, withoutFormula } from '@openladder/columns';
import { fileOf, noFile, quoted, UTF_8_MARK } from '../export.js';
import { headerOf, queryOf, type SiteRoute } from '../http.js';
import { ConsoleNamesDocument } from '../operations.js';
import { refusalText } from '../texts/refusal.js';
import { formatOf, localeOf, textsOf, type Ui } from '../ui.js';
import { sessionOf } from './session.js';
import type { RefusedRows, Uploads } from './uploads.js';
import type { ConsoleNeeds } from './visit.js';

/** Players of a league whose names contain a text, as JSON, if the session may read the league: for fields that name players. */
export function suggestionsRoute({ ask }: Pick<ConsoleNeeds, 'ask'>): SiteRoute {
  return {
    path: '/console/l/:league/names',
    answer: async (request) => {
      const session = sessionOf(request);
      if (session === null) return noFile(401, '', null);
      const variables = { league: request.params.league!, text: queryOf(request).get('text') ?? '' };
      const answer = await ask({ document: ConsoleNamesDocument.toString(), variables }, { ip: request.ip, session });
      return {
        status: answer.status,
        headers: {
          ...{ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
          ...{ 'x-content-type-options': 'nosniff', ...(answer.retryAfter && { 'retry-after': answer.retryAfter }) },
        },
        body: answer.readBody(),
      };
    },
  };
}

/**
 * The refused rows of an import, as a CSV file that can be corrected and uploaded again. Their own cells follow the line and the
 * reason, so that rows with too few cells or too many stay unchanged.
 */
export function refusedRowsRoute(uploads: Uploads): SiteRoute {
  return {
    path: '/console/l/:league/import/:import/refused.csv',
    answer: async (request) => {
      const { language, tag } = localeOf(headerOf(request, 'accept-language'));
      const ui = { t: textsOf(language), format: formatOf(tag) };
      const found = await uploads.refused(request.params.import!, sessionOf(request) ?? '');
      if ('refusal' in found) return noFile(found.status, refusalText(ui, found.refusal), found.retryAfter);
      const name = `${found.fileName.replace(/\.\w+$/, '')}-${ui.t.console.imports.refusedRows.name}`;
      const file = fileOf(name, 'csv', textOf(found, ui));
      // The text of a stalled download gets no error, and the text of an unread one does not begin.
      found.rows.once('error', (error) => file.body.destroy(error));
      file.body.once('close', () => found.rows.destroy());
      return file;
    },
  };
}

async function* textOf(
  { delimiter, columns, rows }: RefusedRows,
  ui: Pick<Ui, 't' | 'format'>,
): AsyncGenerator<string> {
  const { t } = ui;
  const separator = delimiter ?? ',';
  const row = (cells: readonly string[]) => `${cells.map((cell) => quoted(safe(cell), separator)).join(separator)}\r\n`;
  const { line: lineColumn, reason } = t.console.imports.refusedRows;
  // A file that is corrected for the second time has these two columns already.
  const [first, second] = columns;
  const own = first === lineColumn && second === reason ? 2 : 0;
  yield UTF_8_MARK + row([lineColumn, reason, ...(delimiter === null ? [t.match] : columns.slice(own))]);
  for await (const { line, cells, refusal } of rows) {
    yield row([String(line), refusalText(ui, refusal), ...cells.slice(own)]);
  }
}

/** A cell in its original form, escaped if a spreadsheet would take it for a formula. Numbers may have a sign. */
function safe(cell: string): string {
  return Number.isNaN(readNumber(cell)) ? withoutFormula(cell) : cell;
}
