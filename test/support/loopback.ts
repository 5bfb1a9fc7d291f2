import { randomInt } from 'node:crypto';

/** A network of this machine's own: the first three numbers of its addresses. All of 127.0.0.0/8 is the machine itself. */
export function loopbackNetwork(): string {
  return `127.${randomInt(1, 255)}.${randomInt(0, 256)}`;
}
