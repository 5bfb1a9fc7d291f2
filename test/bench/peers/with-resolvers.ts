// Node 22 has it. Without it PostGraphile 5 answers 200 with errors on Node 20.
const promises = Promise as { withResolvers?: unknown };
promises.withResolvers ??= <T>() => {
  let resolve!: (value: T) => void;
  let reject!: (reason: unknown) => void;
  const promise = new Promise<T>((whenDone, whenFailed) => {
    resolve = whenDone;
    reject = whenFailed;
  });
  return { promise, resolve, reject };
};
