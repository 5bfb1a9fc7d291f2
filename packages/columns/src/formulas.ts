/** What spreadsheets would take for formulas, such as =1+1, some of them in wide letters too. */
const FORMULA = /^'*[=+@\t＝＋＠－-]/;

/** The text of a cell as a spreadsheet shows it: one that it would calculate has an apostrophe before it. */
export function withoutFormula(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

/** What `withoutFormula` was given, from what it made of it. */
export function givenText(text: string): string {
  return text.startsWith("'") && FORMULA.test(text) ? text.slice(1) : text;
}
