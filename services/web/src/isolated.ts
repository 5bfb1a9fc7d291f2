/** Text that does not reorder what is around it, whatever script it is in. https://www.unicode.org/reports/tr9/#Explicit_Directional_Isolates */
export function isolated(text: string): string {
  return `\u2068${text}\u2069`;
}
