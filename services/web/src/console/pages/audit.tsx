import { ConsoleAuditDocument, type ConsoleAuditQuery } from '../../operations.js';
import { given } from '../../page.js';
import { NamedLink, NextPage, Options, Time } from '../../parts/elements.js';
import { inWords } from '../../parts/system-words.js';
import { useUi, useWords } from '../../ui.js';
import { subjectPlace, undoPlace } from '../audit-links.js';
import { reasonIn, settingTitles, withSystemTitle } from '../field-labels.js';
import { type TabProps, tabPage } from '../frame.js';
import { Differences } from '../parts/differences.js';
import { places } from '../urls.js';

type League = NonNullable<ConsoleAuditQuery['league']>;
type Entry = League['auditLog']['nodes'][number];

const FILTERS = ['subject', 'action', 'actor'] as const;

/** Who changed what in a league, with the values before and after. */
export const audit = tabPage('audit', {
  document: ConsoleAuditDocument,
  variables: (request) => ({
    league: request.params.league!,
    after: given(request, 'after'),
    ...Object.fromEntries(FILTERS.map((name) => [name, given(request, name)])),
  }),
  View: Audit,
});

function Audit({ model: { league, ratingSystems }, request }: TabProps<ConsoleAuditQuery>) {
  const { t, words } = useWords('audit');
  const systems = ratingSystems.map((system) => inWords(system, t));
  const { slug, auditLog } = league;
  return (
    <>
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
          <EntryLine slug={slug} entry={entry} systems={systems} />
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
      <Options options={options} chosen={chosen} />
    </select>
  );
}

/** Actions without a field for a reason. The service records a fact as the reason, such as the slug of a league. */
const UNREASONED = /^(createLeague|createToken|registerPlayers|\w*Webhook\w*)$/;

/** The reason for an action, in the reader's language if it is the service's own. */
export function Why({ action, reason }: Pick<Entry, 'action' | 'reason'>) {
  const { t } = useUi();
  return UNREASONED.test(action) ? null : <q>{reasonIn(reason, t)}</q>;
}

interface EntryLineProps {
  readonly slug: string;
  readonly entry: Entry;
  readonly systems: ConsoleAuditQuery['ratingSystems'];
}

function EntryLine({ slug, entry, systems }: EntryLineProps) {
  const { words } = useWords('audit');
  const { at, actor, action, reason, before, after, subject } = entry;
  const done = Object.hasOwn(words.actions, action) ? words.actions[action]! : action;
  const [place, undo] = [subjectPlace(slug, entry), undoPlace(slug, entry)];
  return (
    <li>
      <p>
        <strong>{done}</strong>{' '}
        {place ? <NamedLink href={place} name={subject!.name!} /> : subject?.name && <bdi>{subject.name}</bdi>}{' '}
        <Why action={action} reason={reason} />
      </p>
      <p class="facts">
        <Time at={at} form="minute" />
        <span>
          {words.actor} <bdi>{actor}</bdi>
        </span>
        {undo && (
          <a href={undo}>
            {words.undo} <span class="hidden">{subject?.name}</span>
          </a>
        )}
      </p>
      <Differences
        label={done}
        before={withSystemTitle(before, systems)}
        after={withSystemTitle(after, systems)}
        titleOf={settingTitles(systems, entry)}
      />
    </li>
  );
}
