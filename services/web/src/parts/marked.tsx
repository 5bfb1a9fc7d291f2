/** A text of a rater. It may mark code with backticks; other Markdown stays as it is. */
export function Marked({ text }: { readonly text: string }) {
  return <>{text.split('`').map((part, index) => (index % 2 === 1 ? <code>{part}</code> : part))}</>;
}
