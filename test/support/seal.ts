import { Seal } from '../../services/api/dist/kit/seal.js';
import { onServer } from './server.js';

/** The seal of a service's database, to make what the service gives out, and what it would never give out. */
export async function sealOf(databaseUrl: string): Promise<Seal> {
  const [row] = await onServer(databaseUrl, 'SELECT key FROM id_seal');
  return new Seal(row!.key as Buffer);
}

/** A cursor of these parts, sealed as the service does. */
export function sealedCursor(seal: Seal, ...parts: readonly unknown[]): string {
  return seal.sealText(JSON.stringify(parts));
}

/** Letters that nobody sealed: what somebody who forges an id or a cursor may try, such as "League:1". */
export function plainId(text: string): string {
  return Buffer.from(text).toString('base64url');
}
