import { afterAll, beforeAll, beforeEach, onTestFinished } from 'vitest';

/** What tests of a file or a `describe` share: opened before the first of them, and closed after the last. */
export function shared<T extends object>(open: () => Promise<T>, close?: (opened: T) => Promise<unknown>): T {
  let opened: T | undefined;
  beforeAll(async () => {
    opened = await open();
  });
  afterAll(async () => {
    if (opened) await close?.(opened);
  });
  return whenOpened(() => opened!);
}

/** What each test of a file or a `describe` has of its own: opened before it, and closed after all else of it. */
export function ofEach<T extends object>(open: () => Promise<T>, close: (opened: T) => Promise<unknown>): T {
  let opened: T;
  beforeEach(async () => {
    const own = await open();
    onTestFinished(async () => void (await close(own)));
    opened = own;
  });
  return whenOpened(() => opened);
}

/** Tests read and set its properties when it is there. */
function whenOpened<T extends object>(opened: () => T): T {
  return new Proxy({} as T, {
    get: (_, name) => Reflect.get(opened(), name),
    set: (_, name, value) => Reflect.set(opened(), name, value),
  });
}
