import { CancelIntegrityCheckDocument, CheckIntegrityDocument } from '@openladder/client/operations';
import { useContext } from 'preact/hooks';
import { ConsoleIntegrityDocument, type ConsoleIntegrityQuery } from '../../operations.js';
import { NamedLink, Time } from '../../parts/elements.js';
import { nameOf } from '../../parts/player.js';
import { useWords } from '../../ui.js';
import { Form, ThisForm } from '../form.js';
import { type TabProps, tabPage } from '../frame.js';
import { mutation } from '../page.js';
import { Chosen, isChosenIn, withdrawFrom } from '../parts/chosen-matches.js';
import { PlanEnd } from '../parts/plan.js';
import { isUnderWay, UnderWay } from '../parts/under-way.js';
import { places } from '../urls.js';

type League = NonNullable<ConsoleIntegrityQuery['league']>;
type Check = League['integrityChecks']['nodes'][number];
type Signal = NonNullable<Check['signals']>[number];

/** Signs of arranged results, with the evidence for each, and the matches that may be withdrawn because of it. */
export const integrity = tabPage('integrity', {
  document: ConsoleIntegrityDocument,
  scripts: ['progress'],
  View: Integrity,
  formLimit: 1_000_000,
  actions: {
    check: mutation(
      CheckIntegrityDocument,
      (_, { league }) => ({ league }),
      ({ league }) => places.integrity(league),
    ),
    cancel: mutation(CancelIntegrityCheckDocument, (form) => ({ check: form.text('check') }), 'checkCancelled'),
    withdraw: withdrawFrom(places.integrity),
  },
});

function Integrity({ model: { league } }: TabProps<ConsoleIntegrityQuery>) {
  const { words } = useWords('integrity');
  const { nodes } = league.integrityChecks;
  const [newest] = nodes;
  const done = nodes.find(({ status }) => status === 'DONE');
  return (
    <>
      <p class="lead">{words.lead}</p>
      <div data-live="check">
        {newest && isUnderWay(newest) ? (
          <section class="plan">
            <UnderWay progress={newest.progress} action="cancel" hidden={{ check: newest.id }}>
              <p>{words.underWay}</p>
            </UnderWay>
          </section>
        ) : (
          league.matchCount > 0 && (
            <Form
              action="check"
              class="bare"
              send={done ? words.again : words.check}
              looks={done ? 'plain' : undefined}
            />
          )
        )}
        {newest?.error && <p class="error">{newest.error}</p>}
        {done && <Found league={league} check={done} />}
      </div>
    </>
  );
}

function Found({ league: { slug, archivedAt }, check }: { readonly league: League; readonly check: Check }) {
  const { t, format, words } = useWords('integrity');
  const { matches, players, signalCount, signals, finishedAt } = check;
  return (
    <section>
      <p>
        {words.looked(matches!, format.count(matches!), format.count(players!))} <Time at={finishedAt} form="minute" />
      </p>
      {signals!.length === 0 ? (
        <p>
          <strong>{words.none}</strong>
        </p>
      ) : (
        <>
          <p>
            <strong>{words.found(signalCount!, format.count(signalCount!))}</strong> {words.foundWhy}
          </p>
          <Form action="withdraw" class="sheet wide">
            <ul class="entries">
              {signals!.map((signal) => (
                <SignalLine slug={slug} signal={signal} />
              ))}
            </ul>
            {!archivedAt && (
              <>
                <h2>{words.withdraw}</h2>
                <p class="hint">{words.withdrawWhy}</p>
                <PlanEnd apply={t.console.chosen.withdraw} />
              </>
            )}
          </Form>
        </>
      )}
    </section>
  );
}

function SignalLine({ slug, signal }: { readonly slug: string; readonly signal: Signal }) {
  const { t, format, words } = useWords('integrity');
  const { tried } = useContext(ThisForm)!;
  const { kind, reason, player, matchCount, matches } = signal;
  return (
    <li>
      <p>
        <NamedLink href={places.player(slug, player.handle)} name={nameOf(player)} />{' '}
        <span class="flag">{words.kinds[kind]}</span>
      </p>
      <p>{reason}</p>
      <p class="quiet">{words.innocent[kind]}</p>
      <details open={matches.some((match) => isChosenIn(tried, match))}>
        <summary>{words.matches(matches.length, format.count(matches.length), format.count(matchCount))}</summary>
        <ul class="choices">
          {matches.map((match) => (
            <li>
              <Chosen match={match}>
                <Time at={match.playedAt} form="minute" />
              </Chosen>{' '}
              <NamedLink href={places.match(slug, match.externalId)} name={match.externalId} />{' '}
              {match.status === 'VOID' && <span class="flag">{t.voided}</span>}
            </li>
          ))}
        </ul>
      </details>
    </li>
  );
}
