/**
 * Control characters, line breaks, and characters that nobody sees, such as marks that turn the direction of the text around them. Joiners
 * stay: some scripts and many emojis need them.
 */
const UNSAFE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]|(?![\u200C\u200D])\p{Cf}/gu;

/** A text of others as a terminal or a page can show it: on one line, with a replacement character for each that could do harm. */
export function oneLine(text: string): string {
  return text.replaceAll(UNSAFE, '\uFFFD');
}
