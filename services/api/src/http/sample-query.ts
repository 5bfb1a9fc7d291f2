/** A query with a result on every instance. */
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

/** A podium with three places. In the page itself, so that browsers do not request an icon. */
export const ICON = `data:image/svg+xml,${encodeURIComponent(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path fill="#c80" d="M1 9h4v6H1zM6 2h4v13H6zM11 6h4v9h-4z"/></svg>`,
)}`;
