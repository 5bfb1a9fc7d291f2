/** Texts that spreadsheets would take for formulas, such as =1+1, some of them in wide letters. */
const FORMULA = /^'*[=+@\t＝＋＠－-]/;

/** The text of a cell as a spreadsheet shows it: an apostrophe is put before a text that it would calculate. */
export function withoutFormula(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

/** The original of `withoutFormula`, from its result. */
export function givenText(text: string): string {
  return text.startsWith("'") && FORMULA.test(text) ? text.slice(1) : text;
}
