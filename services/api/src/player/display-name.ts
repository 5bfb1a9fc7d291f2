import { type Refusal, refuse, shown } from '../kit/refusal.js';

const MAX_CHARACTERS = 40;
/** In UTF-8. */
const MAX_BYTES = 200;

/** Characters that break a line or change its direction, and broken Unicode. */
const UNSAFE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/u;
/** Invisible characters, except those needed for emoji, flags and Persian: joiners, variation selectors and tags. */
const HIDDEN =
  /(?!\u200C|\u200D|[\uFE00-\uFE0F]|[\u{E0020}-\u{E007F}]|[\u{E0100}-\u{E01EF}])\p{Default_Ignorable_Code_Point}/u;
/** A visible character. The last one is the empty braille pattern. */
const VISIBLE = /[^\p{Default_Ignorable_Code_Point}\p{Z}\p{M}\p{C}\u2800]/u;

const CHARACTERS = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * Checks a display name: any Unicode that people use, safe to print on one line.
 * @returns the name in NFC, without spaces around it, or the first rule that it breaks
 */
export function checkDisplayName(text: string, path: readonly (string | number)[]): string | Refusal {
  const name = text.normalize('NFC').trim();
  const field = 'displayName';
  const values = () => ({ field, value: shown(text) });
  if (UNSAFE.test(name)) return refuse('SAFE_NAME', path, values());
  if (HIDDEN.test(name)) return refuse('NO_INVISIBLE_CHARACTERS', path, values());
  if (!VISIBLE.test(name)) return refuse('VISIBLE_CHARACTER', path, values());
  const bytes = Buffer.byteLength(name);
  if (bytes > MAX_BYTES) return refuse('MAX_BYTES', path, { field, max: MAX_BYTES, length: bytes });
  const characters = [...CHARACTERS.segment(name)].length;
  if (characters > MAX_CHARACTERS) {
    return refuse('MAX_LENGTH', path, { field, max: MAX_CHARACTERS, length: characters });
  }
  return name;
}
