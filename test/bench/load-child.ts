import autocannon from 'autocannon';
import { answerParent } from './child.js';
import type { Load, LoadResult } from './load.js';

/** Seconds that an answer may take which nobody measures. */
const TIMEOUT = 60;

answerParent(
  async ({ url, connections, seconds, bodies = [], paths, headers, expected }: Load): Promise<LoadResult> => {
    let sent = 0;
    let wrong: string | undefined;
    const send = (until: { readonly duration: number } | { readonly amount: number; readonly timeout: number }) =>
      autocannon({
        url,
        connections,
        ...until,
        method: paths ? 'GET' : 'POST',
        headers: paths ? { ...headers } : { 'content-type': 'application/json', ...headers },
        requests: [
          {
            setupRequest: (request) =>
              paths
                ? { ...request, path: paths[sent++ % paths.length]! }
                : { ...request, body: bodies[sent++ % bodies.length]! },
            onResponse: (status, body) => {
              if (status !== 200 || !body.includes(expected)) wrong ??= `${status}: ${body.slice(0, 1000)}`;
            },
          },
        ],
      });
    let result = await send({ duration: seconds });
    // Within a second, a machine with other work may answer nobody; so short a load is there for the answers.
    if (!wrong && seconds === 1 && result.requests.total === 0)
      result = await send({ amount: connections, timeout: TIMEOUT });
    if (wrong) throw new Error(`${url} answered ${wrong}`);
    if (result.errors > 0) throw new Error(`${url}: ${result.errors} requests failed, ${result.timeouts} of them late`);
    if (result.requests.total === 0) throw new Error(`${url} answered nothing in ${seconds} s`);
    return {
      perSecond: result.requests.total / result.duration,
      p50: result.latency.p50,
      p99: result.latency.p99,
    };
  },
);
