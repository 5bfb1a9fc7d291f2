import { ArchiveLeagueDocument, DeleteLeagueDocument, RestoreLeagueDocument } from '@openladder/client/operations';
import { ConsoleSettingsDocument, type ConsoleSettingsQuery } from '../../operations.js';
import { Downloads } from '../../parts/league.js';
import { useWords } from '../../ui.js';
import { ReasonedForm, TextField } from '../fields.js';
import { type TabProps, tabPage } from '../frame.js';
import { mutation, runsPlatform, withReason, withWord } from '../page.js';
import { places } from '../urls.js';

/** The end of a league, which can be undone until it is deleted. */
export const archive = tabPage('archive', {
  document: ConsoleSettingsDocument,
  View: Archive,
  actions: {
    archive: mutation(ArchiveLeagueDocument, withReason, 'archived'),
    restore: mutation(RestoreLeagueDocument, withReason, ({ league }) => withWord(places.league(league), 'reopened')),
    delete: mutation(
      DeleteLeagueDocument,
      (form, params) => ({ ...withReason(form, params), confirm: form.text('confirm') }),
      () => withWord(places.leagues, 'deleted'),
    ),
  },
});

function Archive({ model: { league }, viewer }: TabProps<ConsoleSettingsQuery>) {
  const { t, format, words } = useWords('archive');
  const { slug, archivedAt, matchCount } = league;
  const downloads = [
    [t.matchLog, places.matches(slug)],
    [t.board, `${places.league(slug)}/board`],
    [t.console.tabs.players, places.players(slug)],
    [t.console.tabs.settings, places.settings(slug)],
  ] as const;
  return (
    <>
      <h2>{words.export}</h2>
      <p class="lead">{words.exportWhy}</p>
      {downloads.map(([title, address]) => (
        <p class="facts">
          <span>{title}</span> <Downloads address={address} />
        </p>
      ))}
      {archivedAt === null ? (
        <>
          <p class="lead">{words.why}</p>
          <ReasonedForm action="archive" send={words.archive} />
        </>
      ) : (
        <>
          <ReasonedForm action="restore" send={words.restore} />
          {runsPlatform(viewer) && (
            <section>
              <h2>{words.delete}</h2>
              <p class="lead">{words.deleteWhy(matchCount, format.count(matchCount))}</p>
              <ReasonedForm action="delete" send={words.delete} looks="danger">
                <TextField name="confirm" label={words.confirm(slug)} required maxLength={64} />
              </ReasonedForm>
            </section>
          )}
        </>
      )}
    </>
  );
}
