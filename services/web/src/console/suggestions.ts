import { noFile } from '../export.js';
import { queryOf, type SiteRoute } from '../http.js';
import { ConsoleNamesDocument } from '../operations.js';
import { sessionOf } from './session.js';
import type { ConsoleNeeds } from './visit.js';

/** Players of a league whose names have a text in them, as JSON, if the session may read the league: for fields that name players. */
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
