import { COMMAND_LINE } from '@openladder/api/dist/access/access.js';
import type { MatchSubmission } from '@openladder/api/dist/match-log/checks.js';
import { submitMatches } from '@openladder/api/dist/submission/submit-matches.js';
import { openService } from '../service.js';
import { serve } from './serve.js';

const [databaseUrl] = process.argv.slice(2) as [string];
const { app } = await openService(databaseUrl);

serve(async (path, body) => {
  const matches = JSON.parse(body) as (Omit<MatchSubmission, 'playedAt'> & { readonly playedAt: string })[];
  const submissions = matches.map((match) => ({ ...match, playedAt: new Date(match.playedAt) }));
  const results = await submitMatches(app, COMMAND_LINE, path.slice(1), submissions);
  return JSON.stringify(
    results.map((result) => ({ ...result, ...('stored' in result && { stored: result.stored?.() }) })),
  );
});
