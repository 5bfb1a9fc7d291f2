import { connect, type Socket } from 'node:net';
import type { Random } from '../../packages/rating/dist/random.js';
import { pause } from './fault.js';

/** What a client sends over one connection, in the pieces between and within which it may be cut. */
export interface Talk {
  readonly name: string;
  readonly port: number;
  readonly pieces: readonly Buffer[];
  /** Whether the client waits for an answer to each piece, as over a WebSocket. */
  readonly takesTurns?: boolean;
  /** Whether it hands in a file. */
  readonly isUpload?: boolean;
}

/** A moment of a talk: after some pieces, and a share of the next one. After the last piece, it depends on the answer. */
export interface Moment {
  readonly pieces: number;
  readonly share: number;
  readonly answer: 'unread' | 'begun' | 'paused';
}

/** How long a client waits for an answer that may not come, in milliseconds. */
const ANSWER = 150;

/** Every moment in which a talk is cut. */
export function momentsOf({ pieces }: Talk): Moment[] {
  const within = pieces.flatMap((_, index) => [
    { pieces: index, share: 0, answer: 'unread' as const },
    { pieces: index, share: 0.5, answer: 'unread' as const },
    // What has come so far may have been refused already.
    { pieces: index, share: 0.9, answer: 'begun' as const },
  ]);
  const after = (['unread', 'begun', 'paused'] as const).map((answer) => ({ pieces: pieces.length, share: 0, answer }));
  return [...within, ...after];
}

/** Cuts a talk: the client leaves without a word, or with a reset, or closes its half of the connection first. */
export async function cut({ port, pieces, takesTurns = false }: Talk, moment: Moment, random: Random): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  // The service may close a connection first, and what is sent then is lost.
  socket.on('error', () => undefined);
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  if (moment.answer === 'paused') socket.pause();
  else socket.resume();
  for (const [index, piece] of pieces.entries()) {
    if (index > moment.pieces) break;
    const isLast = index === moment.pieces;
    await send(socket, isLast ? piece.subarray(0, piece.length * moment.share) : piece);
    if (takesTurns && !isLast) await answered(socket, closed);
  }
  if (moment.answer === 'begun') await answered(socket, closed);
  if (moment.answer === 'paused') await pause(random.integer(0, 30));
  const leave = random.pick(['destroy', 'resetAndDestroy', 'end'] as const);
  socket[leave]();
  if (leave === 'end') {
    await pause(random.integer(0, 30));
    socket.destroy();
  }
  await closed;
}

async function send(socket: Socket, bytes: Buffer): Promise<void> {
  if (socket.destroyed || !socket.writable) return;
  await new Promise<void>((resolve) => {
    socket.write(bytes, () => resolve());
    socket.once('close', () => resolve());
  });
}

async function answered(socket: Socket, closed: Promise<void>): Promise<void> {
  const answer = new Promise<void>((resolve) => socket.once('data', () => resolve()));
  await Promise.race([answer, closed, pause(ANSWER)]);
}
