import type { Command } from 'commander';
import { COMMAND_LINE, SCOPES } from '../access/access.js';
import { createToken } from '../token/token.service.js';
import { timeOption } from './time-option.js';
import { withApp } from './with-app.js';

interface Options {
  readonly name: string;
  readonly scope: string[];
  readonly league: string[];
  readonly expires?: Date;
}

const collect = (value: string, values: string[]) => [...values, value];

export function addToken(program: Command): void {
  program
    .command('token')
    .description('make a token, for example when the administrator has lost his')
    .requiredOption('--name <text>', 'what it is for; the audit log names it so')
    .option('--scope <scope>', `one of ${SCOPES.join(', ')}; may be repeated`, collect, [])
    .option('--league <slug>', 'a league for which the league scopes hold; may be repeated', collect, [])
    .option('--expires <time>', 'when it ends by itself, for example 2027-01-01T00:00:00Z', timeOption)
    .action(({ name, scope, league, expires }: Options) =>
      withApp(async (app) => {
        const input = { name, scopes: scope, leagues: league, expiresAt: expires ?? null };
        const { secret } = await createToken(app, COMMAND_LINE, input);
        console.log(secret);
      }),
    );
}
