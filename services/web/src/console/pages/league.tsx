import { CancelRecomputeDocument } from '@openladder/client/operations';
import { ConsoleLeagueDocument, type ConsoleLeagueQuery } from '../../operations.js';
import { given, isRacingLeague } from '../../page.js';
import { Fact, NextPage, Table, Time } from '../../parts/elements.js';
import { Downloads, Proof } from '../../parts/league.js';
import { Name, nameOf, Shown } from '../../parts/player.js';
import { Balance } from '../../parts/rating.js';
import { useUi, useWords } from '../../ui.js';
import { Form } from '../form.js';
import { type TabProps, tabPage } from '../frame.js';
import { mutation } from '../page.js';
import { NobodyRanked } from '../parts/nobody-ranked.js';
import { isUnderWay } from '../parts/under-way.js';
import { places } from '../urls.js';
import { Why } from './audit.js';
import { WebhookState } from './webhooks.js';

type League = NonNullable<ConsoleLeagueQuery['league']>;
type Recompute = League['recomputes']['nodes'][number];

/** The state of a league, and its recomputes, live while one is running. */
export const league = tabPage('overview', {
  document: ConsoleLeagueDocument,
  variables: (request) => ({ league: request.params.league!, after: given(request, 'after') }),
  head: ({ league }) => ({ title: league.name, scripts: ['progress'] }),
  View: Overview,
  actions: {
    cancel: mutation(CancelRecomputeDocument, (form) => ({ recompute: form.text('recompute') }), 'cancelled'),
  },
});

function Overview({ model: { league }, request }: TabProps<ConsoleLeagueQuery>) {
  const { t, format, words } = useWords('overview');
  const { slug, archivedAt, matchCount, playerCount, lastMatchAt, ratingSystem, verification, recomputes } = league;
  return (
    <>
      <dl class="numbers">
        <Fact name={t.playersHere}>{format.count(playerCount)}</Fact>
        <Fact name={t.matchLog}>{format.count(matchCount)}</Fact>
        <Fact name={t.lastMatch}>
          <Time at={lastMatchAt} form="minute" />
        </Fact>
        <Fact name={t.ratedBy}>
          {ratingSystem.system.title} {ratingSystem.raterVersion}
        </Fact>
      </dl>
      {matchCount > 0 && !archivedAt && (
        <p>
          <a href={places.newMatch(slug)}>{t.console.newMatch.title}</a>
        </p>
      )}
      {matchCount === 0 && !archivedAt && (
        <section>
          <h2>{t.noMatches}</h2>
          <ul>
            {[
              [places.newMatch(slug), t.console.newMatch.title],
              [places.imports(slug), words.importMatches],
              [places.tokens, words.tokenForBot],
            ].map(([place, text]) => (
              <li>
                <a href={place}>{text}</a>
              </li>
            ))}
          </ul>
        </section>
      )}
      <Attention league={league} />
      <NobodyRanked league={league} />
      {league.visibility === 'PRIVATE' && <PrivateBoard league={league} />}
      {verification ? (
        <Proof verification={verification}>{!verification.isCurrent && <p class="quiet">{t.provedBefore}</p>}</Proof>
      ) : (
        <p class="quiet">{words.notVerified}</p>
      )}
      <section id="recomputes" data-live="recomputes">
        <h2>{words.recomputes}</h2>
        {recomputes.nodes.length === 0 ? (
          <p>{words.noRecomputes}</p>
        ) : (
          <ul class="entries">
            {recomputes.nodes.map((recompute) => (
              <RecomputeLine recompute={recompute} />
            ))}
          </ul>
        )}
        <NextPage path={places.league(slug)} query={request.query} pageInfo={recomputes.pageInfo} />
      </section>
    </>
  );
}

/** Findings for an administrator; none if all is well. A board that failed verification is shown elsewhere. */
function Attention({ league }: { readonly league: League }) {
  const { format, words } = useWords('overview');
  const { slug, webhooks, integrityChecks, recomputes, possibleDuplicates } = league;
  const duplicates = possibleDuplicates?.pairs.length ?? 0;
  const away = webhooks.nodes.filter(({ failingSince, disabledReason }) => failingSince ?? disabledReason);
  const signals = integrityChecks.nodes[0]?.signalCount ?? 0;
  const hasFailed = recomputes.nodes[0]?.status === 'FAILED';
  if (away.length === 0 && signals === 0 && duplicates === 0 && !hasFailed) return null;
  return (
    <section class="attention">
      <h2>{words.attention}</h2>
      <ul>
        {away.map((webhook) => (
          <li>
            <a href={places.webhook(slug, webhook.id)}>{webhook.url}</a> <WebhookState webhook={webhook} />
          </li>
        ))}
        {signals > 0 && (
          <li>
            <a href={places.integrity(slug)}>{words.signals(signals, format.count(signals))}</a>
          </li>
        )}
        {duplicates > 0 && (
          <li>
            <a href={`${places.players(slug)}?duplicates=yes`}>
              {words.duplicates(duplicates, format.count(duplicates))}
            </a>
          </li>
        )}
        {hasFailed && (
          <li>
            <a href="#recomputes">{words.failedRecompute}</a>
          </li>
        )}
      </ul>
    </section>
  );
}

function RecomputeLine({ recompute }: { readonly recompute: Recompute }) {
  const { t, format, words } = useWords('overview');
  const { id, action, reason, status, done, total, secondsLeft, error, requestedAt, finishedAt } = recompute;
  const isOpen = isUnderWay({ status });
  return (
    <li>
      <p>
        <strong>{words.status[status]}</strong> {t.console.audit.actions[action] ?? action}{' '}
        <Why action={action} reason={reason} />
      </p>
      {isOpen && (
        <p data-progress={t.console.finished}>
          <progress value={done} max={Math.max(total, 1)} aria-label={t.console.progress} />{' '}
          {words.soFar(format.count(done), format.count(total))}
          {secondsLeft !== null && ` ${words.left(format.count(Math.ceil(secondsLeft)))}`}
        </p>
      )}
      {error && <p class="error">{error}</p>}
      <p class="facts">
        <span>
          {words.requested} <Time at={requestedAt} form="minute" />
        </span>
        {finishedAt && (
          <span>
            {words.finished} <Time at={finishedAt} form="minute" />
          </span>
        )}
      </p>
      {isOpen && <Form action="cancel" of={id} hidden={{ recompute: id }} send={t.console.cancel} looks="plain" />}
    </li>
  );
}

/** The top of the board of a private league, which the site does not show; the whole board is a file. */
function PrivateBoard({ league }: { readonly league: League }) {
  const { t, format } = useUi();
  const { slug, standings } = league;
  const races = isRacingLeague(league);
  if (standings.nodes.length === 0) return null;
  return (
    <section>
      <h2>{t.board}</h2>
      <Table
        class="board"
        label={t.board}
        rows={standings.nodes}
        heading={1}
        columns={[
          [t.rank, ({ rank }) => (rank === null ? t.none : format.count(rank)), 'number'],
          [
            t.player,
            ({ player }) => (
              <a href={places.player(slug, player.handle)}>
                <Name name={nameOf(player)} />
              </a>
            ),
          ],
          [t.rating, ({ rating }) => <Shown display={rating.display} />, 'number', 'value'],
          [races ? t.starts : t.record, ({ rating }) => <Balance races={races} of={rating} />, 'number'],
        ]}
      />
      <p class="facts">
        <Downloads address={`${places.league(slug)}/board`} />
      </p>
    </section>
  );
}
