/** A secret that is shown this once. */
export function Secret({ why, secret }: { readonly why: string; readonly secret: string }) {
  return (
    <section class="plan" role="status">
      <p>{why}</p>
      <pre>
        <code>{secret}</code>
      </pre>
    </section>
  );
}
