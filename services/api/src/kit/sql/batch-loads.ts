interface Waiting<Value> {
  readonly answer: Promise<Value | undefined>;
  readonly resolve: (value: Value | undefined) => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * Serves many concurrent callers with one query. Requests during a query wait for the next one, so a result is
 * never older than its request.
 * @param load finds the values of keys; missing ones are answered with undefined
 */
export function batchLoads<Key, Value>(
  load: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>,
): (key: Key) => Promise<Value | undefined> {
  let waiting = new Map<Key, Waiting<Value>>();
  let isUnderWay = false;

  const run = async () => {
    while (waiting.size > 0) {
      const asked = waiting;
      waiting = new Map();
      try {
        const values = await load([...asked.keys()]);
        for (const [key, { resolve }] of asked) resolve(values.get(key));
      } catch (error) {
        if (asked.size === 1) for (const { reject } of asked.values()) reject(error);
        else await loadEach(asked);
      }
    }
    isUnderWay = false;
  };

  /** What one of them fails by, such as a server that is away, does not fail the others. */
  const loadEach = (asked: ReadonlyMap<Key, Waiting<Value>>) =>
    Promise.all(
      [...asked].map(([key, { resolve, reject }]) => load([key]).then((values) => resolve(values.get(key)), reject)),
    );

  return (key) => {
    const known = waiting.get(key);
    if (known) return known.answer;
    const asked = newWaiting<Value>();
    waiting.set(key, asked);
    if (!isUnderWay) {
      isUnderWay = true;
      // After all sockets that have something to read.
      setImmediate(() => void run());
    }
    return asked.answer;
  };
}

function newWaiting<Value>(): Waiting<Value> {
  let resolve!: Waiting<Value>['resolve'];
  let reject!: Waiting<Value>['reject'];
  const answer = new Promise<Value | undefined>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { answer, resolve, reject };
}
