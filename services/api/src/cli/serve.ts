import type { Command } from 'commander';
import { SAMPLE_QUERY } from '../http/sample-query.js';
import { type Config, readConfig } from '../start/config.js';
import type { RunningService } from '../start/serve.js';

export function addServe(program: Command): void {
  program
    .command('serve')
    .description('start the service: GraphQL at /graphql, /health, /ready')
    .action(async () => {
      // Loaded here alone: other commands start twice as fast without GraphQL.
      const { serve } = await import('../start/serve.js');
      outliveLostOutput();
      const config = readConfig();
      const service = await serve(config, (message) => console.log(message));
      announce(service.url, service.adminToken, config.site !== null);
      stopOnSignals(service.stop, config);
    });
}

/** A full disk under the log, or a reader of it that left, must not end the service. */
function outliveLostOutput(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
}

function announce(url: string, adminToken: string | null, hasSite: boolean): void {
  console.log(`\nOpen Ladder is ready at ${url}`);
  if (hasSite) console.log('Open it in a browser: every league has its board there, and every match its reasons.');
  console.log(`\nThe API is at ${url}/graphql. Try a query at ${url}/explorer, for example:\n`);
  console.log(SAMPLE_QUERY.replaceAll(/^/gm, '  '));
  if (adminToken) {
    console.log(`\nThe administrator's token, shown only once:\n\n  ${adminToken}\n`);
    console.log('Send it as "Authorization: Bearer <token>". A lost one is replaced by another:\n');
    console.log('  openladder token --name "new admin" --scope platform:admin');
  }
  console.log('\nctrl-C stops it.');
}

/** Time to release the database beyond the grace period, in seconds. */
const LETTING_GO = 2;

/**
 * A second signal while stopping changes nothing: what was acknowledged is stored either way. Where something is stuck beyond
 * the grace, such as a statement that waits for a lock, the process ends without it.
 */
function stopOnSignals(stop: RunningService['stop'], { shutdownDelay, shutdownGrace }: Config): void {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(signal, () => {
      // With ctrl-C there is no load balancer that must notice.
      const delay = signal === 'SIGTERM' ? shutdownDelay : 0;
      setTimeout(() => giveUp(shutdownGrace), (delay + shutdownGrace + LETTING_GO) * 1_000).unref();
      stop(delay, signal).then(
        () => process.exit(0),
        (error) => {
          console.error(error);
          process.exit(1);
        },
      );
    });
  }
}

function giveUp(grace: number): void {
  console.error(`Some requests were still in progress after ${grace} s (OPENLADDER_SHUTDOWN_GRACE).`);
  process.exit(1);
}
