import { closeOnAbort } from '../kit/waiting.js';
import type { Place } from './event-cursor.js';

/** How much of an event is new to a follower. */
export type News = 'ALL' | 'SOME' | 'NONE';

/** Events that many may follow together, from the place of one new follower. */
export interface Stream<E> {
  /** Where this follower begins. */
  readonly place: Place;
  /**
   * Events after a place, until the signal is aborted.
   * @param isToEnd whether to end after the existing events
   * @returns the place up to which there are no more
   */
  follow(after: Place, left: AbortSignal, isToEnd?: boolean): AsyncGenerator<E, Place>;
  /** The place right after an event. */
  placeAfter(event: E): Place;
  /** How much of an event is new to a follower who has everything up to a place. */
  newsIn(event: E, known: Place): News;
}

/** Events of a league, for one follower or together with others who follow the same. */
export class Followed<E> implements AsyncIterable<E> {
  constructor(
    /** Finds the league and the place; rejects if there is no such league, or no such place in it. */
    readonly begin: () => Promise<Stream<E>>,
  ) {}

  [Symbol.asyncIterator](): AsyncIterator<E> {
    const { begin } = this;
    return closeOnAbort(async function* (left) {
      const stream = await begin();
      yield* stream.follow(stream.place, left);
    });
  }
}
