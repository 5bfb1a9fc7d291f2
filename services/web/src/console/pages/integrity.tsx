import { CancelIntegrityCheckDocument, CheckIntegrityDocument } from '@openladder/client/operations';
import { ConsoleIntegrityDocument, type ConsoleIntegrityQuery } from '../../operations.js';
import { Time } from '../../parts/elements.js';
import { nameOf } from '../../parts/player.js';
import { useUi } from '../../ui.js';
import { Reason } from '../fields.js';
import { Form, Send } from '../form.js';
import { LeagueFrame } from '../frame.js';
import { type ConsoleViewProps, defineAction, defineConsolePage, type Tried, withWord } from '../page.js';
import { Chosen, WithdrawButtons, withdrawFrom } from '../parts/chosen-matches.js';
import { places } from '../urls.js';

type League = NonNullable<ConsoleIntegrityQuery['league']>;
type Check = League['integrityChecks']['nodes'][number];
type Signal = NonNullable<Check['signals']>[number];

/** Signs of arranged results, with what there is behind each, and the matches that may be withdrawn for it. */
export const integrity = defineConsolePage({
  path: '/console/l/:league/integrity',
  document: ConsoleIntegrityDocument,
  variables: ({ params }) => ({ league: params.league! }),
  find: ({ league }: ConsoleIntegrityQuery) => league,
  head: ({ name }, { t }) => ({ title: `${t.console.tabs.integrity} · ${name}`, scripts: ['progress'] }),
  View: Integrity,
  formLimit: 1_000_000,
  actions: {
    check: defineAction({
      document: CheckIntegrityDocument,
      variables: (_, { params }) => ({ input: { league: params.league! } }),
      done: (_, __, { params }) => places.integrity(params.league!),
    }),
    cancel: defineAction({
      document: CancelIntegrityCheckDocument,
      variables: (form) => ({ input: { check: form.text('check') } }),
      done: (_, __, { params }) => withWord(places.integrity(params.league!), 'checkCancelled'),
    }),
    withdraw: withdrawFrom(places.integrity),
  },
});

function Integrity({ model: league, tried }: ConsoleViewProps<League>) {
  const { t } = useUi();
  const words = t.console.integrity;
  const { nodes } = league.integrityChecks;
  const [newest] = nodes;
  const isUnderWay = newest?.status === 'QUEUED' || newest?.status === 'RUNNING';
  const done = nodes.find(({ status }) => status === 'DONE');
  return (
    <>
      <LeagueFrame league={league} tab="integrity" />
      <h1>{t.console.tabs.integrity}</h1>
      <p class="lead">{words.lead}</p>
      <div data-live="check">
        {isUnderWay ? (
          <UnderWay check={newest} />
        ) : (
          league.matchCount > 0 && (
            <Form action="check" class="bare">
              <Send looks={done ? 'plain' : undefined}>{done ? words.again : words.check}</Send>
            </Form>
          )
        )}
        {newest?.error && <p class="error">{newest.error}</p>}
        {done && <Found league={league} check={done} tried={tried?.action === 'withdraw' ? tried : null} />}
      </div>
    </>
  );
}

function UnderWay({ check: { id, progress } }: { readonly check: Check }) {
  const { t, format } = useUi();
  const words = t.console.integrity;
  return (
    <section class="plan">
      <p data-progress>
        <progress value={progress} max={1} aria-label={t.console.progress} /> {format.percent(progress)}
      </p>
      <p>{words.underWay}</p>
      <Form action="cancel" class="bare" hidden={{ check: id }}>
        <Send looks="plain">{t.console.cancel}</Send>
      </Form>
    </section>
  );
}

interface FoundProps {
  readonly league: League;
  readonly check: Check;
  readonly tried: Tried | null;
}

function Found({ league: { slug, archivedAt }, check, tried }: FoundProps) {
  const { t, format } = useUi();
  const words = t.console.integrity;
  const { matches, players, signalCount, signals, finishedAt } = check;
  const looked = (
    <p>
      {words.looked(format.count(matches!), format.count(players!))} <Time at={finishedAt} form="minute" />
    </p>
  );
  if (signals!.length === 0) {
    return (
      <section>
        {looked}
        <p>
          <strong>{words.none}</strong>
        </p>
      </section>
    );
  }
  return (
    <section>
      {looked}
      <p>
        <strong>{words.found(signalCount!, format.count(signalCount!))}</strong> {words.foundWhy}
      </p>
      <Form action="withdraw" class="sheet wide">
        <ul class="entries">
          {signals!.map((signal) => (
            <SignalLine slug={slug} signal={signal} tried={tried} />
          ))}
        </ul>
        {!archivedAt && (
          <>
            <h2>{words.withdraw}</h2>
            <p class="hint">{words.withdrawWhy}</p>
            <Reason required />
            <WithdrawButtons tried={tried} />
          </>
        )}
      </Form>
    </section>
  );
}

interface SignalLineProps {
  readonly slug: string;
  readonly signal: Signal;
  readonly tried: Tried | null;
}

function SignalLine({ slug, signal, tried }: SignalLineProps) {
  const { t, format } = useUi();
  const words = t.console.integrity;
  const { kind, reason, player, matchCount, matches } = signal;
  return (
    <li>
      <p>
        <a href={places.player(slug, player.handle)}>
          <bdi>{nameOf(player)}</bdi>
        </a>{' '}
        <span class="flag">{words.kinds[kind]}</span>
      </p>
      <p>{reason}</p>
      <p class="quiet">{words.innocent[kind]}</p>
      <details open={matches.some((match) => Chosen.isIn(tried, match))}>
        <summary>{words.matches(matches.length, format.count(matches.length), format.count(matchCount))}</summary>
        <ul class="choices">
          {matches.map((match) => (
            <li>
              <Chosen match={match} tried={tried}>
                <Time at={match.playedAt} form="minute" />
              </Chosen>{' '}
              <a href={places.match(slug, match.externalId)}>
                <bdi>{match.externalId}</bdi>
              </a>{' '}
              {match.status === 'VOID' && <span class="flag">{t.voided}</span>}
            </li>
          ))}
        </ul>
      </details>
    </li>
  );
}
