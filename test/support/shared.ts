import { afterAll, beforeAll } from 'vitest';

/** What tests of a file or a `describe` share: opened before the first of them, and closed after the last. */
export function shared<T extends object>(open: () => Promise<T>, close: (opened: T) => Promise<unknown>): T {
  let opened: T | undefined;
  beforeAll(async () => {
    opened = await open();
  });
  afterAll(async () => {
    if (opened) await close(opened);
  });
  // Tests read its properties when it is there.
  return new Proxy({} as T, { get: (_, name) => Reflect.get(opened!, name) });
}
