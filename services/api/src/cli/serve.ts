import type { Command } from 'commander';
import { SAMPLE_QUERY } from '../http/start-page.js';
import { readConfig } from '../start/config.js';

export function addServe(program: Command): void {
  program
    .command('serve')
    .description('start the service: GraphQL at /graphql, /health, /ready')
    .action(async () => {
      // Loaded here alone: other commands start twice as fast without GraphQL.
      const { serve } = await import('../start/serve.js');
      const service = await serve(readConfig(), (message) => console.log(message));
      announce(service.url, service.adminToken);
      stopOnSignals(service.stop);
    });
}

function announce(url: string, adminToken: string | null): void {
  console.log(`\nOpen Ladder is ready at ${url}`);
  console.log(`\nPaste this at ${url} or send it to ${url}/graphql:\n`);
  console.log(SAMPLE_QUERY.replaceAll(/^/gm, '  '));
  if (adminToken) {
    console.log(`\nThe administrator's token, shown this once:\n\n  ${adminToken}\n`);
    console.log('Send it as "Authorization: Bearer <token>". A lost one is replaced with "openladder token".');
  }
  console.log('\nctrl-C stops it.');
}

/** A second signal while stopping changes nothing: what was acknowledged is stored either way. */
function stopOnSignals(stop: () => Promise<void>): void {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(signal, () => {
      stop().then(
        () => process.exit(0),
        (error) => {
          console.error(error);
          process.exit(1);
        },
      );
    });
  }
}
