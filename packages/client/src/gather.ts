export interface GatherOptions<Item> {
  /** Milliseconds that the first item waits for more. */
  readonly wait: number;
  /** Items of a batch. */
  readonly most: number;
  /** Weight of a batch, in the unit of `weigh`; one item may weigh more. */
  readonly heaviest: number;
  readonly weigh: (item: Item) => number;
}

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly weight: number;
  readonly resolve: (result: Result) => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * Gathers items into batches. One batch is sent at a time, so items arrive in the order in which they were given, and
 * items that come meanwhile form the next batch.
 * @param send gives a result for each item, in their order
 * @returns takes one item and resolves to its result
 */
export function gatherer<Item, Result>(
  send: (items: readonly Item[]) => Promise<readonly Result[]>,
  { wait, most, heaviest, weigh }: GatherOptions<Item>,
): (item: Item) => Promise<Result> {
  const waiting: Waiting<Item, Result>[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isSending = false;

  const isFull = () => takes(waiting) < waiting.length || waiting.length >= most;
  const takes = (from: readonly Waiting<Item, Result>[]) => {
    let weight = 0;
    const end = from.findIndex((one, index) => {
      weight += one.weight;
      return index === most || (index > 0 && weight > heaviest);
    });
    return end < 0 ? from.length : end;
  };

  const flush = async () => {
    clearTimeout(timer);
    timer = undefined;
    isSending = true;
    while (waiting.length > 0) {
      const batch = waiting.splice(0, takes(waiting));
      try {
        const results = await send(batch.map(({ item }) => item));
        batch.forEach(({ resolve }, index) => {
          resolve(results[index]!);
        });
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    isSending = false;
  };

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, weight: weigh(item), resolve, reject });
      if (isSending) return;
      if (isFull()) void flush();
      else timer ??= setTimeout(flush, wait);
    });
}
