import { type ChildServer, startInChild } from '../child.js';

/** The limit of live events: a bare ws server that sends the body of each POST request to every socket. */
export function startBroadcaster(): Promise<ChildServer> {
  return startInChild(new URL('./broadcaster-child.js', import.meta.url), [], {});
}
