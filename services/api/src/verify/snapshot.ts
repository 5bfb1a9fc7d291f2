import type { Sql } from '../kit/sql/transaction.js';

const ROWS = 2000;

/**
 * The rows of a query in pages, through a cursor of the transaction. It holds one page in memory.
 * @param cursor a name that no other open cursor of the transaction has
 */
export async function* rowsOf<Row>(
  tx: Sql,
  cursor: string,
  query: string,
  values: readonly unknown[],
): AsyncGenerator<readonly Row[]> {
  await tx.query(`DECLARE ${cursor} NO SCROLL CURSOR FOR ${query}`, [...values]);
  for (;;) {
    const rows: Row[] = await tx.query(`FETCH ${ROWS} FROM ${cursor}`);
    if (rows.length === 0) break;
    yield rows;
  }
  await tx.query(`CLOSE ${cursor}`);
}

/** A place in the total order of a league's matches and waits. */
export interface TotalOrderPlace {
  readonly playedAt: Date;
  readonly sequence: number;
}

/** The items of two streams at one place of the total order; one of the two may be missing. */
export interface Pair<A, B> {
  readonly left: A | null;
  readonly right: B | null;
}

/** Joins two streams in the total order, page by page. */
export async function* mergeJoin<A extends TotalOrderPlace, B extends TotalOrderPlace>(
  leftPages: AsyncIterator<readonly A[]>,
  rightPages: AsyncIterator<readonly B[]>,
): AsyncGenerator<readonly Pair<A, B>[]> {
  let left: Rest<A> = { page: [], from: 0 };
  let right: Rest<B> = { page: [], from: 0 };
  for (;;) {
    left = await refill(left, leftPages);
    right = await refill(right, rightPages);
    if (isEmpty(left) && isEmpty(right)) return;
    yield [...pairs(left, right)];
  }
}

/** The rest of a page. */
interface Rest<T> {
  readonly page: readonly T[];
  from: number;
}

const isEmpty = ({ page, from }: Rest<unknown>) => from === page.length;

async function refill<T>(rest: Rest<T>, pages: AsyncIterator<readonly T[]>): Promise<Rest<T>> {
  if (!isEmpty(rest)) return rest;
  const next = await pages.next();
  return { page: next.done ? [] : next.value, from: 0 };
}

/** Joins until one of the pages is used up; an empty page means that its stream has ended. */
function* pairs<A extends TotalOrderPlace, B extends TotalOrderPlace>(
  left: Rest<A>,
  right: Rest<B>,
): Generator<Pair<A, B>> {
  const hasEnded = { left: isEmpty(left), right: isEmpty(right) };
  while (isEmpty(left) === hasEnded.left && isEmpty(right) === hasEnded.right) {
    const a = left.page[left.from];
    const b = right.page[right.from];
    const order = !a ? 1 : !b ? -1 : +a.playedAt - +b.playedAt || a.sequence - b.sequence;
    if (order <= 0) left.from++;
    if (order >= 0) right.from++;
    yield { left: order <= 0 ? a! : null, right: order >= 0 ? b! : null };
  }
}
