import type { Access } from '../access/access.js';
import type { AnswerSize } from '../kit/paging/answer-size.js';
import type { App } from '../start/app.js';
import type { Loaders } from './loaders.js';

/** What every resolver is given; made anew for each request. */
export interface Context {
  readonly app: App;
  readonly access: Access;
  /** Made when they are first looked at. */
  readonly loaders: Loaders;
  /** Of the leagues that are read, by their ids, as they were before anything else of them was read. */
  readonly versions: Map<number, number>;
  readonly size: AnswerSize;
  /** Of the header Idempotency-Key; null where there is none. */
  readonly idempotencyKey?: string | null;
  /** What the request's mutation came to, of which there is one at most: its answer may be made twice, it is done once. */
  readonly mutation: { outcome?: Promise<unknown> };
}
