import { ConsoleAuditDocument, type ConsoleAuditQuery } from '../../operations.js';
import { Time } from '../../parts/time.js';
import { given } from '../../query.js';
import { useUi } from '../../ui.js';
import { labelOf, settingTitles, wordsOf } from '../audit-labels.js';
import { differences } from '../differences.js';
import { LeagueFrame } from '../frame.js';
import { type ConsoleViewProps, defineConsolePage } from '../page.js';
import { NextPage } from '../parts/next-page.js';
import { places } from '../urls.js';

type League = NonNullable<ConsoleAuditQuery['league']>;
interface Model {
  readonly league: League;
  readonly ratingSystems: ConsoleAuditQuery['ratingSystems'];
}
type Entry = League['auditLog']['nodes'][number];

const FILTERS = ['subject', 'action', 'actor'] as const;

/** Who changed what in a league, with what it was before and after. */
export const audit = defineConsolePage({
  path: '/console/l/:league/audit',
  document: ConsoleAuditDocument,
  variables: (request) => ({
    league: request.params.league!,
    after: given(request, 'after'),
    ...Object.fromEntries(FILTERS.map((name) => [name, given(request, name)])),
  }),
  find: ({ league, ratingSystems }: ConsoleAuditQuery) => league && { league, ratingSystems },
  head: ({ league: { name } }, { t }) => ({ title: `${t.console.tabs.audit} · ${name}` }),
  View: Audit,
});

function Audit({ model: { league, ratingSystems }, request }: ConsoleViewProps<Model>) {
  const { t } = useUi();
  const words = t.console.audit;
  const { slug, auditLog } = league;
  return (
    <>
      <LeagueFrame league={league} tab="audit" />
      <h1>{t.console.tabs.audit}</h1>
      <p class="lead">{words.lead}</p>
      <search>
        <form class="filters" action={places.audit(slug)}>
          {FILTERS.map((name) => (
            // biome-ignore lint/a11y/noLabelWithoutControl: each has a field in it.
            <label>
              {words[name]}{' '}
              {name === 'action' ? (
                <ActionChoice chosen={given(request, name)} />
              ) : (
                <input name={name} value={given(request, name)} maxLength={200} spellcheck={false} />
              )}
            </label>
          ))}
          <button type="submit">{t.filter}</button>
          {FILTERS.some((name) => given(request, name)) && <a href={places.audit(slug)}>{t.clear}</a>}
        </form>
      </search>
      {auditLog.nodes.length === 0 && <p>{words.none}</p>}
      <ul class="entries">
        {auditLog.nodes.map((entry) => (
          <EntryLine entry={entry} systems={ratingSystems} />
        ))}
      </ul>
      <NextPage path={places.audit(slug)} query={request.query} pageInfo={auditLog.pageInfo} />
    </>
  );
}

/** A recorded change, by its words. */
function ActionChoice({ chosen }: { readonly chosen: string | undefined }) {
  const { actions, anyAction } = useUi().t.console.audit;
  const options = Object.entries(actions).sort(([, one], [, other]) => one.localeCompare(other));
  if (chosen !== undefined && !Object.hasOwn(actions, chosen)) options.push([chosen, chosen]);
  return (
    <select name="action">
      <option value="">{anyAction}</option>
      {options.map(([action, words]) => (
        <option value={action} selected={action === chosen}>
          {words}
        </option>
      ))}
    </select>
  );
}

interface EntryLineProps {
  readonly entry: Entry;
  readonly systems: Model['ratingSystems'];
}

function EntryLine({ entry, systems }: EntryLineProps) {
  const { t } = useUi();
  const words = t.console.audit;
  const { at, actor, action, reason, before, after, subject } = entry;
  const titleOf = settingTitles(systems, entry);
  // An empty text looks like none.
  const changes = differences(before, after).filter((change) => (change.before ?? '') !== (change.after ?? ''));
  // Where nothing was before, a column for it would take a third of a phone.
  const hadBefore = changes.some((change) => (change.before ?? '') !== '');
  return (
    <li>
      <p>
        <strong>{Object.hasOwn(words.actions, action) ? words.actions[action] : action}</strong>{' '}
        {subject?.name && <bdi>{subject.name}</bdi>}{' '}
        <q>{reason !== null && Object.hasOwn(words.reasons, reason) ? words.reasons[reason] : reason}</q>
      </p>
      <p class="facts">
        <Time at={at} form="minute" />
        <span>
          {words.actor} <bdi>{actor}</bdi>
        </span>
      </p>
      {changes.length > 0 && (
        <table class="diff">
          <thead>
            <tr>
              <th scope="col">{words.field}</th>
              {hadBefore && <th scope="col">{t.before}</th>}
              <th scope="col">{t.after}</th>
            </tr>
          </thead>
          <tbody>
            {changes.map(({ field, before, after }) => (
              <tr>
                <th scope="row">{labelOf(field, t, titleOf)}</th>
                {hadBefore && <td>{before !== null && <del>{wordsOf(before, t)}</del>}</td>}
                <td>{after !== null && <ins>{wordsOf(after, t)}</ins>}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </li>
  );
}
