import { isAscii, isUtf8 } from 'node:buffer';
import { yieldToEventLoop } from '../kit/waiting.js';

/** Bytes that are read at a time: in the slowest case, cells of one letter, they take some 15 milliseconds. */
const SLICE = 8_192;

/**
 * The bytes of a file in small pieces, so that its reader never works for long without a pause.
 * @param giveWay the pause between two pieces; if it throws, the reading ends
 */
export async function* inSlices(
  input: AsyncIterable<Buffer> | Iterable<Buffer>,
  giveWay: () => Promise<void>,
): AsyncGenerator<Buffer> {
  let isFirst = true;
  for await (const chunk of input) {
    for (let start = 0; start < chunk.length; start += SLICE) {
      if (!isFirst) await giveWay();
      isFirst = false;
      yield chunk.subarray(start, start + SLICE);
    }
  }
}

/** Character encoding of a file. */
export type FileEncoding = 'UTF_8' | 'UTF_16' | 'WINDOWS_1252';

/** How many bytes after the first letter beyond ASCII decide on the encoding. */
const LOOKED_AT = 65_536;
const LONGEST_LETTER = 4;
/** In languages of Western Europe far fewer letters have marks. A file with more is in another encoding, which we would misread. */
const MAX_MARKED = 0.4;

/**
 * Windows-1252 from 0x80 to 0x9f; the rest is as in Latin-1. https://encoding.spec.whatwg.org/#index-windows-1252 Our own
 * table, because TextDecoder of some versions of Node.js decodes it as Latin-1.
 */
const OF_WINDOWS = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/**
 * The bytes of a text in UTF-8, or untouched if they are in UTF-16 with a byte order mark. Spreadsheets of Western Europe save CSV as
 * Windows-1252, so a file that is not UTF-8 is read as that, unless it cannot be.
 * @param onEncoding called once, at the first letter beyond ASCII; never if there is none
 */
export async function* inUtf8(
  input: AsyncIterable<Buffer | string>,
  onEncoding: (encoding: FileEncoding) => void = () => {},
): AsyncGenerator<Buffer> {
  let encoding: FileEncoding | undefined;
  let isFirst = true;
  let begun: Buffer[] = [];
  let length = 0;
  const decide = (isWhole: boolean): Buffer => {
    const bytes = Buffer.concat(begun);
    begun = [];
    encoding = encodingOf(bytes, isFirst, isWhole);
    onEncoding(encoding);
    return encoded(bytes);
  };
  const encoded = (bytes: Buffer) => (encoding === 'WINDOWS_1252' ? Buffer.from(westernText(bytes)) : bytes);

  for await (const piece of input) {
    const chunk = typeof piece === 'string' ? Buffer.from(piece) : piece;
    if (encoding) {
      yield encoded(chunk);
      continue;
    }
    const place = begun.length > 0 ? 0 : isAscii(chunk) ? -1 : chunk.findIndex((byte) => byte >= 0x80);
    if (place > 0) isFirst = false;
    if (place !== 0) yield place < 0 ? chunk : chunk.subarray(0, place);
    if (place < 0) {
      if (chunk.length > 0) isFirst = false;
      continue;
    }
    begun.push(chunk.subarray(place));
    length += chunk.length - place;
    if (length >= LOOKED_AT) yield* inSlices([decide(false)], yieldToEventLoop);
  }
  if (begun.length > 0) yield* inSlices([decide(true)], yieldToEventLoop);
}

/** @param isFirst whether the file begins with these bytes @param isWhole whether it ends with them */
function encodingOf(bytes: Buffer, isFirst: boolean, isWhole: boolean): FileEncoding {
  if (isFirst && /^(fffe|feff)/.test(bytes.toString('hex', 0, 2))) return 'UTF_16';
  // The last letter may be cut off.
  const cuts = isWhole ? [0] : Array.from({ length: LONGEST_LETTER }, (_, cut) => cut);
  if (cuts.some((cut) => isUtf8(bytes.subarray(0, bytes.length - cut)))) return 'UTF_8';
  return isWesternText(bytes) ? 'WINDOWS_1252' : 'UTF_8';
}

/** Letters of Windows-1250, ł, ż, ą, ş, Ł and Ż, misread as signs within words. */
const MISREAD_LETTERS = /\p{L}[³¿]|\p{L}[¹º]\p{L}|[£¯]\p{L}/u;
/** Letters such as é in UTF-8: a file may have been put together from two. */
const UTF8_LETTERS = /\u00c3[\u0080-\u00bf]/;

function isWesternText(bytes: Buffer): boolean {
  const text = westernText(bytes);
  // The bytes that are undefined in Windows-1252 become control characters.
  if (/[^\P{Cc}\s]/u.test(text) || MISREAD_LETTERS.test(text) || UTF8_LETTERS.test(bytes.toString('latin1')))
    return false;
  const marked = text.match(/[^\p{ASCII}\P{L}]/gu)?.length ?? 0;
  const plain = text.match(/[a-z]/gi)?.length ?? 0;
  return marked <= MAX_MARKED * (marked + plain);
}

function westernText(bytes: Buffer): string {
  return bytes.toString('latin1').replaceAll(/[\u0080-\u009f]/g, (letter) => OF_WINDOWS[letter.charCodeAt(0) - 0x80]!);
}
