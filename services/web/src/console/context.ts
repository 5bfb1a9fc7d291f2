import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Tried } from './page.js';

/** What every part of a page of the console knows. */
export interface ConsoleContext {
  /** What forms carry, so that no other site can send one. */
  readonly formKey: string;
  /** Path and query of the page, to which its forms are sent. */
  readonly url: string;
  readonly tried: Tried | null;
  /** What was done before the page was opened; null: nothing. */
  readonly said: Said | null;
  readonly service: RunningService;
}

/** What the service says of itself. */
export interface RunningService {
  readonly version: string;
  /** Of the files on the disk, which the next start would run. */
  readonly installedVersion: () => string;
  /** How its commands are called. */
  readonly command: string;
}

/** What was done by a form. */
export interface Said {
  readonly text: string;
  /** Id of the form; empty if the address does not say it. */
  readonly at: string;
}

export const ConsoleUi = createContext<ConsoleContext | null>(null);

/** What is known of the page of the console that is being rendered. */
export function useConsole(): ConsoleContext {
  return useContext(ConsoleUi)!;
}
