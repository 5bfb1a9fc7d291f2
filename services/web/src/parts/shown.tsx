/** A rating as its system displays it. What follows the number, such as its stability, is smaller. */
export function Shown({ display }: { readonly display: string }) {
  const end = display.indexOf(' ');
  if (end < 0) return <>{display}</>;
  return (
    <>
      {display.slice(0, end)}
      <small>{display.slice(end)}</small>
    </>
  );
}
