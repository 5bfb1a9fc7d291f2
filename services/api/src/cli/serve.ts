import type { Command } from 'commander';
import { SAMPLE_QUERY } from '../http/sample-query.js';
import { commandName } from '../kit/version.js';
import { type Config, readConfig } from '../start/config.js';
import { listVariables } from '../start/config-variables.js';
import type { RunningService } from '../start/serve.js';
import { reportFailure } from './report.js';

export function addServe(program: Command): void {
  program
    .command('serve')
    .description('start the service: the site at /, the console at /console, the API at /graphql')
    .addHelpText('after', () => `\n${listVariables()}`)
    // After an error, a short hint instead of the help, which would scroll the error away.
    .showHelpAfterError('Settings are environment variables; "openladder serve --help" lists them.')
    .action(async () => {
      outliveLostOutput();
      const config = readConfig();
      // Elsewhere the steps of a start are lines of the log.
      const isTerminal = process.stdout.isTTY === true;
      // Loaded only here: other commands start twice as fast without GraphQL, and wrong settings are reported at once.
      const [{ serve }, { collectSooner }] = await Promise.all([
        import('../start/serve.js'),
        import('../start/open-app.js'),
      ]);
      collectSooner();
      const start = (before?: RunningService) =>
        serve(onPortsOf(before, config), isTerminal ? (message) => console.log(message) : null);
      const running = { service: await start() };
      stopOnSignals((...how) => running.service.stop(...how), config);
      announce(running.service, config.site.hasSite);
      beginAnewWhenPromoted(running, start, config);
    });
}

/** A start checks and does different things on a primary and on a standby. */
export function beginAnewWhenPromoted(
  running: { service: RunningService },
  start: (before: RunningService) => Promise<RunningService>,
  config: Pick<Config, 'shutdownDelay' | 'shutdownGrace' | 'site'>,
): void {
  const beginAnew = async () => {
    const hangs = setTimeout(() => giveUp(config), untilGivenUp(config.shutdownDelay, config));
    await running.service.stop(
      config.shutdownDelay,
      'The database is no standby any more: this service begins anew, to write',
    );
    clearTimeout(hangs);
    const service = await start(running.service);
    running.service = service;
    announce(service, config.site.hasSite);
    // By now its address may be that of another standby.
    beginAnewWhenPromoted(running, start, config);
  };
  running.service.promoted.then(beginAnew).catch((error) => process.exit(reportFailure(error)));
}

/** The settings with the ports that the service took when any free port would do, so that clients find it there again. */
export function onPortsOf<C extends Pick<Config, 'port' | 'metricsPort'>>(
  before: RunningService | undefined,
  config: C,
): C {
  const portOf = (url: string | null | undefined) => (url ? Number(new URL(url).port) : 0);
  const { port, metricsPort } = config;
  return {
    ...config,
    port: port || portOf(before?.url),
    metricsPort: metricsPort === 0 ? portOf(before?.metricsUrl) : metricsPort,
  };
}

/** A full disk under the log, or a reader of it that ended, must not end the service. */
function outliveLostOutput(): void {
  for (const stream of [process.stdout, process.stderr]) stream.off('error', ignore).on('error', ignore);
}

function ignore(): void {}

/** In plain text on standard output, even if the log is there: scripts wait for it, and read the first token. */
function announce({ url, adminToken, signInCode }: RunningService, hasSite: boolean): void {
  console.log(`\nOpen Ladder is ready at ${url}`);
  if (hasSite)
    console.log('Open it in a browser to see the board of every league and the reason for each rating change.');
  if (signInCode) {
    console.log(`\nManage your leagues in the console. This link signs you in; it works once, within a day:\n`);
    console.log(`  ${url}/console/sign-in#code=${signInCode}`);
  } else console.log(`Manage your leagues at ${url}/console with an administrator's token.`);
  console.log(`\nThe API is at ${url}/graphql. Try a query at ${url}/explorer, for example:\n`);
  console.log(SAMPLE_QUERY.replaceAll(/^/gm, '  '));
  if (adminToken) {
    console.log(`\nThe administrator's token, shown only once:\n\n  ${adminToken}\n`);
    console.log('Sign in to the console with it, or send it as "Authorization: Bearer <token>".');
    console.log('If you lose it, create another:\n');
    console.log(`  ${commandName()} token --name "new admin" --scope platform:admin`);
  }
  console.log('\nctrl-C stops it.');
}

/** Time to release the database after the grace period, in seconds. */
const LETTING_GO = 2;

/**
 * A second signal while stopping changes nothing: everything acknowledged is stored. If something hangs beyond the grace period, such as a
 * statement that waits for a lock, the process ends without it.
 */
function stopOnSignals(stop: RunningService['stop'], config: Config): void {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(signal, () => {
      // With ctrl-C there is no load balancer that must notice.
      const delay = signal === 'SIGTERM' ? config.shutdownDelay : 0;
      setTimeout(() => giveUp(config), untilGivenUp(delay, config)).unref();
      stop(delay, signal).then(
        () => process.exit(0),
        (error) => process.exit(reportFailure(error)),
      );
    });
  }
}

/** How long a stop may take after a delay, in milliseconds. */
function untilGivenUp(delay: number, { shutdownGrace }: Pick<Config, 'shutdownGrace'>): number {
  return (delay + shutdownGrace + LETTING_GO) * 1_000;
}

function giveUp({ shutdownGrace }: Pick<Config, 'shutdownGrace'>): void {
  console.error(`Some requests were still in progress after ${shutdownGrace} s (OPENLADDER_SHUTDOWN_GRACE).`);
  process.exit(1);
}
