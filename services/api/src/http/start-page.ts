/** A query that answers on every instance. */
export const SAMPLE_QUERY = `{
  leagues(first: 5) {
    nodes {
      slug
      name
      ratingSystem { system { title } }
      standings(first: 3) { nodes { rank player { handle } rating { display matchesPlayed } } }
    }
  }
}`;

/** Three places of a podium. In the page itself, so that browsers ask for no other. */
export const ICON = `data:image/svg+xml,${encodeURIComponent(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path fill="#c80" d="M1 9h4v6H1zM6 2h4v13H6zM11 6h4v9h-4z"/></svg>`,
)}`;

/** The page for a browser that opens the service's address: what this is, and a query to try. */
export function startPage(): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Open Ladder</title>
<link rel="icon" href="${ICON}">
<style>
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
  body { max-width: 54rem; margin: 3rem auto; padding: 0 1rem }
  h1 { margin-bottom: 0 }
  textarea, pre { box-sizing: border-box; width: 100%; font: 13px/1.5 ui-monospace, monospace; padding: 0.8rem;
    border: 1px solid #8886; border-radius: 6px; background: #8881 }
  textarea { height: 18em; resize: vertical; white-space: pre; overflow-x: auto }
  pre { min-height: 4em; max-height: 40em; overflow: auto; white-space: pre-wrap }
  button { font: inherit; padding: 0.4rem 1.2rem; border-radius: 6px; border: 1px solid #8888; cursor: pointer }
</style>
<h1>Open Ladder</h1>
<p>The match log is the truth; every rating is a replay of it. This service speaks GraphQL at <code>/graphql</code>.
The <a href="/explorer">explorer</a> has its whole schema, and completes what you write.
<form>
  <label for="query">A query to try:</label>
  <textarea id="query" spellcheck="false">${SAMPLE_QUERY}</textarea>
  <p><button>Run</button>
</form>
<pre id="answer" aria-live="polite"></pre>
<script>
  const form = document.querySelector('form');
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const answer = document.querySelector('#answer');
    try {
      const response = await fetch('/graphql', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query: document.querySelector('#query').value }),
      });
      answer.textContent = JSON.stringify(await response.json(), null, 2);
    } catch (error) {
      answer.textContent = String(error);
    }
  });
  form.requestSubmit();
</script>
</html>
`;
}
