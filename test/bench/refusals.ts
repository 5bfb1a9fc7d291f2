import { HOSTILE_DOCUMENTS } from '../edges/hostile-documents.js';
import { atMost, defineBenchmark } from './benchmark.js';
import { median } from './interleaved.js';
import { serve } from './serve.js';

/** Hostile documents, each refused by itself: others wait for as long as that takes. */
export const refusals = defineBenchmark({
  name: 'refusals',
  targets: {
    slowest: atMost(50, 'ms', 'the hostile document that is refused the slowest', 'no peer'),
  },
  run: async (context) => {
    const service = await serve(context, (await context.createDatabase()).url);
    const tries = context.size(40, 10);
    let slowest = { value: 0, detail: '' };
    for (const [what, query, message] of HOSTILE_DOCUMENTS) {
      const times: number[] = [];
      for (let n = 0; n < tries; n++) times.push(await timeRefusal(`${service.url}/graphql`, query, message));
      const value = median(times);
      if (value > slowest.value) slowest = { value, detail: `${what}; the median of ${tries}` };
    }
    return { slowest };
  },
});

async function timeRefusal(url: string, query: string, message: RegExp): Promise<number> {
  const body = JSON.stringify({ query });
  const start = performance.now();
  const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  const text = await response.text();
  const took = performance.now() - start;
  const { errors = [] } = JSON.parse(text) as { errors?: { message: string }[] };
  const isRefused = errors
    .map((error) => error.message)
    .join('\n')
    .match(message);
  if (response.status !== 400 || !isRefused) throw new Error(`not refused: ${text.slice(0, 300)}`);
  return took;
}
