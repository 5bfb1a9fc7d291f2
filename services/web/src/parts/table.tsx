import type { ComponentChildren, VNode } from 'preact';

type Title = string | VNode;

interface TableHeadProps {
  /** Titles of columns, with the classes of a column that has some. What is false is left out. */
  readonly columns: readonly (Title | readonly [title: Title, classes: string] | false)[];
  /** Heads without a title, behind the others. */
  readonly children?: ComponentChildren;
}

/** The head of a table, a row of titles. */
export function TableHead({ columns, children }: TableHeadProps) {
  return (
    <thead>
      <tr>
        {columns.map((column) => {
          if (column === false) return null;
          const [title, classes] = typeof column === 'object' && 'length' in column ? column : [column];
          return (
            <th scope="col" class={classes}>
              {title}
            </th>
          );
        })}
        {children}
      </tr>
    </thead>
  );
}

/** A name and what it stands for, in a list of them. */
export function Fact({ name, children }: { readonly name: string; readonly children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
