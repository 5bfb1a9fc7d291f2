import { defineFile, escapeXml as xml } from './file.js';
import { SiteMatchesDocument } from './operations.js';
import { urls } from './page.js';
import { lineOf } from './parts/sides.js';

/** The newest matches of a league for feed readers. https://www.rfc-editor.org/rfc/rfc4287 */
export const feed = defineFile({
  path: '/l/:league/matches.atom',
  type: 'application/atom+xml; charset=utf-8',
  document: SiteMatchesDocument,
  variables: ({ params }) => ({ league: params.league!, first: 30, isFeed: true }),
  find: ({ league }) => league,
  make: ({ id, slug, name, matches }, { t, format }, { origin }) => {
    const { nodes } = matches;
    const self = `${origin}${urls.feed(slug)}`;
    /** Ids that stay the same when a league is renamed, so that readers recognise entries. */
    const named = (own: string | undefined) => xml(`${origin}/graphql#${own}`);
    /** When a match was submitted, or last corrected. */
    const changedAt = ({ submittedAt, history }: (typeof nodes)[number]) => history?.at(-1)?.at ?? submittedAt;
    const entries = nodes.map((match) => {
      const { externalId, playedAt, status, sides } = match;
      const page = `${origin}${urls.match(slug, externalId)}`;
      const line = lineOf(sides, t, format.decimal);
      const title = status === 'VOID' ? `${line} (${t.voided})` : line;
      return `
  <entry>
    <id>${named(match.id)}</id>
    <title>${xml(title)}</title>
    <link href="${xml(page)}"/>
    <published>${xml(playedAt)}</published>
    <updated>${xml(changedAt(match))}</updated>
    <summary>${xml(t.matchDescription(name, format.day(playedAt)))}</summary>
  </entry>`;
    });
    // Even an empty feed needs a time. This one never changes.
    const updated = nodes.map(changedAt).sort().at(-1) ?? '1970-01-01T00:00:00Z';
    return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
  <id>${named(id)}</id>
  <title>${xml(`${t.matchLog} · ${name}`)}</title>
  <link rel="self" href="${xml(self)}"/>
  <link href="${xml(`${origin}${urls.matches(slug)}`)}"/>
  <updated>${updated}</updated>
  <author><name>${xml(name)}</name></author>${entries.join('')}
</feed>
`;
  },
});
