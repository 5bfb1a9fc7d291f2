/** A table as text. */
export interface Table {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
}

const GAP = '  ';

/** The table with its columns aligned to the right, each line ended. */
export function printTable({ title, columns, rows }: Table): string {
  const cells = [columns, ...rows].map((row) => row.map(String));
  const widths = columns.map((_, column) => Math.max(...cells.map((row) => row[column]!.length)));
  const lines = cells.map((row) => GAP + row.map((cell, column) => cell.padStart(widths[column]!)).join(GAP));
  return `${[title, ...lines].join('\n')}\n`;
}
