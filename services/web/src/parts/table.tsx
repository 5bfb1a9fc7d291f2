import type { ComponentChildren, VNode } from 'preact';
import { useUi } from '../ui.js';

type Title = string | VNode;

interface TableHeadProps {
  /** Titles of columns, with the classes of a column that has some. What is false is left out; a drawing has no title. */
  readonly columns: readonly (Title | readonly [title: Title | null, classes: string | undefined] | false)[];
}

/** The head of a table, a row of titles. */
export function TableHead({ columns }: TableHeadProps) {
  return (
    <thead>
      <tr>
        {columns.map((column) => {
          if (column === false) return null;
          const [title, classes] = typeof column === 'object' && 'length' in column ? column : [column, undefined];
          if (title === null) return <td class={classes} aria-hidden="true" />;
          return (
            <th scope="col" class={classes}>
              {title}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

/** A column: its title, what a row has in it, the classes of both, and further ones of what rows have. What is false is left out. */
export type Column<Row> =
  | readonly [
      title: Title | null,
      cellOf: (row: Row, index: number) => ComponentChildren,
      classes?: string,
      own?: string,
    ]
  | false;

interface TableProps<Row> {
  readonly class?: string;
  /** What it is called, where nothing on the page says so. */
  readonly label?: string;
  readonly caption?: VNode;
  readonly columns: readonly Column<NoInfer<Row>>[];
  readonly rows: readonly Row[];
  /** Place of the column that says what a row is about. */
  readonly heading?: number;
}

/** A table with a row for each of some things. On narrow screens, a wide one is a list, in which each cell has its title. */
export function Table<Row>({ class: looks, label, caption, columns, rows, heading = 0 }: TableProps<Row>) {
  const shown = columns.filter((column) => column !== false);
  return (
    <table class={looks} aria-label={label}>
      {caption}
      <TableHead columns={shown.map(([title, , classes]) => [title, classes] as const)} />
      <tbody>
        {rows.map((row, index) => (
          <tr>
            {shown.map(([title, cellOf, ...own], place) => {
              const classes = own.filter(Boolean).join(' ') || undefined;
              return place === heading ? (
                <th scope="row" class={classes}>
                  {cellOf(row, index)}
                </th>
              ) : (
                <td
                  class={classes}
                  data-label={looks === 'wide' ? (title as string) : undefined}
                  aria-hidden={title === null || undefined}
                >
                  {cellOf(row, index)}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** What a drawing shows, as a table that opens behind it. @param props.label what the drawing is called */
export function AsTable<Row>(props: TableProps<Row>) {
  const { t } = useUi();
  return (
    <details>
      <summary>{t.asTable}</summary>
      <Table {...props} />
    </details>
  );
}
