import { createHash } from 'node:crypto';
import { Refused, refuse, shown } from '../kit/refusal.js';
import { expectRows, type Sql } from '../kit/sql/transaction.js';

/** The picture of a league, as it is stored and served. */
export interface LeaguePicture {
  /** Derived from the content, with the ending of its type, so that an address with it never shows another picture. */
  readonly name: string;
  readonly content: Buffer;
}

type Kind = 'png' | 'jpg' | 'webp';

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Bytes of a picture: a page with twenty of them is still light. */
const MAX_BYTES = 100_000;
/** Pixels of each side. A small file can contain a picture that takes gigabytes to show. */
const MIN_SIDE = 16;
const MAX_SIDE = 1024;

export const PICTURE_TYPES: Readonly<Record<Kind, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
};

/**
 * Reads a picture. Its first bytes decide on its type, whatever its owner declares. Vector graphics are refused: they can contain scripts,
 * and load files of other hosts.
 * @param text the file in Base64
 * @throws Refused
 */
export function readPicture(text: string): LeaguePicture {
  const path = ['input', 'picture'];
  const content = Buffer.from(text, 'base64');
  if (content.toString('base64') !== text) {
    throw new Refused(refuse('PICTURE_ENCODING', path, { value: shown(text.slice(0, 20)) }));
  }
  if (content.length > MAX_BYTES) {
    throw new Refused(refuse('MAX_BYTES', path, { field: 'picture', max: MAX_BYTES, length: content.length }));
  }
  const found = kindOf(content);
  if (!found) throw new Refused(refuse('PICTURE_TYPE', path, { value: shown(content.toString('latin1', 0, 20)) }));
  const { kind, size } = found;
  const fits = (side: number) => side >= MIN_SIDE && side <= MAX_SIDE;
  if (!fits(size.width) || !fits(size.height)) {
    throw new Refused(refuse('PICTURE_SIZE', path, { min: MIN_SIDE, max: MAX_SIDE, ...size }));
  }
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 32);
  return { name: `${hash}.${kind}`, content };
}

function kindOf(content: Buffer): { readonly kind: Kind; readonly size: Size } | null {
  for (const [kind, sizeOf] of Object.entries(SIZES) as [Kind, (content: Buffer) => Size | null][]) {
    const size = sizeOf(content);
    if (size) return { kind, size };
  }
  return null;
}

/** The size of a picture of each kind; null if it is none. */
const SIZES: Readonly<Record<Kind, (content: Buffer) => Size | null>> = {
  /** https://www.w3.org/TR/png-3/#11IHDR */
  png: (content) => {
    if (content.length < 33 || content.toString('latin1', 0, 16) !== '\x89PNG\r\n\x1a\n\0\0\0\rIHDR') return null;
    return { width: content.readUInt32BE(16), height: content.readUInt32BE(20) };
  },
  /** Segments up to the header of the frame, each after any number of fill bytes. https://www.w3.org/Graphics/JPEG/itu-t81.pdf, table B.1 */
  jpg: (content) => {
    if (content.length < 4 || content.readUInt16BE(0) !== 0xffd8) return null;
    for (let at = 2; at + 9 <= content.length && content[at] === 0xff; at += 2 + content.readUInt16BE(at + 2)) {
      while (content[at + 1] === 0xff && at + 10 <= content.length) at++;
      const marker = content[at + 1]!;
      const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
      if (isFrame) return { width: content.readUInt16BE(at + 7), height: content.readUInt16BE(at + 5) };
    }
    return null;
  },
  /** https://developers.google.com/speed/webp/docs/riff_container */
  webp: (content) => {
    if (content.length < 30 || content.toString('latin1', 0, 4) !== 'RIFF') return null;
    switch (content.toString('latin1', 8, 16)) {
      case 'WEBPVP8 ':
        return { width: content.readUInt16LE(26) & 0x3fff, height: content.readUInt16LE(28) & 0x3fff };
      case 'WEBPVP8L': {
        const bits = content.readUInt32LE(21);
        return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
      }
      case 'WEBPVP8X':
        return { width: content.readUIntLE(24, 3) + 1, height: content.readUIntLE(27, 3) + 1 };
      default:
        return null;
    }
  },
};

/** Replaces the picture of a league, whose row has its name. @param picture null: removes it */
export async function storePicture(tx: Sql, leagueId: number, picture: LeaguePicture | null): Promise<void> {
  if (picture === null) {
    await tx.query('DELETE FROM league_picture WHERE league_id = $1', [leagueId]);
    return;
  }
  const rows: unknown[] = await tx.query(
    `INSERT INTO league_picture (league_id, name, content) VALUES ($1, $2, $3)
     ON CONFLICT (league_id) DO UPDATE SET name = $2, content = $3 RETURNING league_id`,
    [leagueId, picture.name, picture.content],
  );
  expectRows('storePicture', rows.length, 1);
}

/** The content of a picture; null if the league has another one by now. */
export async function findPicture(sql: Sql, leagueId: number, name: string): Promise<Buffer | null> {
  const rows: { content: Buffer }[] = await sql.query(
    'SELECT content FROM league_picture WHERE league_id = $1 AND name = $2',
    [leagueId, name],
  );
  return rows[0]?.content ?? null;
}
