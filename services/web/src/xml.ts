const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
/** What XML 1.0 has no place for, however it is written. https://www.w3.org/TR/xml/#charsets */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones to leave out.
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** Text as it stands in XML, in elements and attributes alike. */
export function escapeXml(text: string): string {
  return text
    .replace(FORBIDDEN, '')
    .replace(/\p{Surrogate}/gu, '')
    .replace(/[&<>"']/g, (character) => ENTITIES[character]!);
}
