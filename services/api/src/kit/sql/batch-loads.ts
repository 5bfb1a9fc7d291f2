interface Waiting<Value> {
  readonly answer: Promise<Value | undefined>;
  readonly resolve: (value: Value | undefined) => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * Answers many who ask at the same time with one question: what is asked while one is under way waits for the next. So
 * an answer is never older than what it was asked for.
 * @param load finds the values of the keys; those that are missing are answered as undefined
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
        for (const { reject } of asked.values()) reject(error);
      }
    }
    isUnderWay = false;
  };

  return (key) => {
    const known = waiting.get(key);
    if (known) return known.answer;
    const asked = newWaiting<Value>();
    waiting.set(key, asked);
    if (!isUnderWay) {
      isUnderWay = true;
      // After all the sockets that have something to read.
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
