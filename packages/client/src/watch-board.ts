import { isPassing } from './errors.js';
import { type BoardQuery, FollowBoardDocument, type FollowBoardSubscription } from './operations.js';
import { delayBefore, sleep } from './retry.js';

/** A place on the board. */
export type BoardRow = NonNullable<BoardQuery['league']>['standings']['nodes'][number];

/** A board as it is now. */
export interface BoardUpdate {
  /** The board from the top. */
  readonly rows: readonly BoardRow[];
  /** Standings of the players in the matches that arrived; null if any may have moved, as at the beginning. */
  readonly moved: FollowBoardSubscription['standingsChanged']['moved'];
}

/** A board that is followed until it is closed. */
export interface BoardWatch {
  on(event: 'change', listener: (change: BoardUpdate) => void): BoardWatch;
  /** If nobody listens, the error is reported as an uncaught one. */
  on(event: 'error', listener: (error: unknown) => void): BoardWatch;
  close(): void;
}

export interface BoardSource {
  readonly rows: () => Promise<readonly BoardRow[]>;
  readonly eventCursor: () => Promise<string>;
  readonly follow: (
    document: typeof FollowBoardDocument,
    variables: { readonly league: string; readonly after: string },
    options: { readonly signal: AbortSignal },
  ) => AsyncIterable<FollowBoardSubscription>;
  readonly league: string;
}

/** Follows a board: reports it once at the beginning, and after each change. */
export function watchBoard(source: BoardSource): BoardWatch {
  const changed: ((change: BoardUpdate) => void)[] = [];
  const failed: ((error: unknown) => void)[] = [];
  const end = new AbortController();
  const tell = (change: BoardUpdate) => {
    if (end.signal.aborted) return;
    for (const listener of changed) listener(change);
  };
  followBoard(source, end.signal, tell).catch((error) => {
    if (end.signal.aborted) return;
    if (failed.length === 0) queueMicrotask(() => raise(error));
    for (const listener of failed) listener(error);
  });
  const watch: BoardWatch = {
    on: (event, listener) => {
      (event === 'change' ? changed : failed).push(listener as never);
      return watch;
    },
    close: () => end.abort(),
  };
  return watch;
}

async function followBoard(
  { rows, eventCursor, follow, league }: BoardSource,
  signal: AbortSignal,
  tell: (change: BoardUpdate) => void,
): Promise<void> {
  // Before the board, so that no event is lost between the two.
  const after = await eventCursor();
  tell({ rows: await rows(), moved: null });
  for await (const { standingsChanged } of follow(FollowBoardDocument, { league, after }, { signal })) {
    // A rank depends on everybody's rating, so the whole board is read again.
    tell({ rows: await readAtLast(rows, signal), moved: standingsChanged.moved });
  }
}

/** Retries for as long as necessary, like the subscription. */
async function readAtLast<Rows>(read: () => Promise<Rows>, signal: AbortSignal): Promise<Rows> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await read();
    } catch (error) {
      if (!isPassing(error)) throw error;
      await sleep(delayBefore(attempt, error), signal);
    }
  }
}

function raise(error: unknown): never {
  throw error;
}
