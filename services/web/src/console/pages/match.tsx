import {
  AmendMatchDocument,
  type AmendMatchInput,
  type AmendMatchMutation,
  RestoreMatchDocument,
  VoidMatchDocument,
} from '@openladder/client/operations';
import type { ComponentChildren } from 'preact';
import { useContext } from 'preact/hooks';
import { ConsoleMatchDocument, type ConsoleMatchQuery } from '../../operations.js';
import { given, urls } from '../../page.js';
import { Time } from '../../parts/elements.js';
import { matchTitleOf, placeOf, statusOf, titleOf } from '../../parts/sides.js';
import { isolated, type Ui, useUi, useWords } from '../../ui.js';
import { called, TextField, TimeField } from '../fields.js';
import { Form, ThisForm } from '../form.js';
import type { Form as Sent } from '../form-data.js';
import { LeagueFrame, SiteLink } from '../frame.js';
import { handleFrom, resolveSides } from '../names.js';
import { type ConsoleViewProps, defineConsolePage, type Params, useConsole, withWord } from '../page.js';
import { Differences } from '../parts/differences.js';
import { PlanEnd, planned } from '../parts/plan.js';
import { inputOf, NewPlayers, SidesFields, sideFieldIn, sidesIn } from '../parts/sides-form.js';
import { places } from '../urls.js';

type League = NonNullable<ConsoleMatchQuery['league']>;
type Match = NonNullable<League['match']>;
type Version = Match['history'][number];

interface Model {
  readonly league: League;
  readonly match: Match;
}

/** The match, in its new version if it has one. */
function itself(
  { league, match: id }: Params,
  { match }: Pick<AmendMatchMutation['amendMatch'], 'match'>,
  form: Sent,
  word: string,
  ...numbers: readonly number[]
): string {
  const place = places.match(league, id);
  if (match!.version === versionIn(form).expectedVersion) return withWord(place, 'unchanged');
  return withWord(place, word, ...numbers, match!.version);
}

/** A match and its corrections, which are previewed before they are applied; every earlier version can be restored. */
export const match = defineConsolePage({
  path: '/console/l/:league/m/:match',
  document: ConsoleMatchDocument,
  variables: ({ params }) => ({ league: params.league!, externalId: params.match! }),
  find: ({ league }: ConsoleMatchQuery) => (league?.match ? { league, match: league.match } : null),
  head: ({ match }, { t }) => ({
    title: matchTitleOf(match.sides, t),
    scripts: ['suggest'],
  }),
  formLimit: 1_000_000,
  View: MatchPage,
  actions: {
    amend: planned(
      AmendMatchDocument,
      (form) => ({ ...versionIn(form), ...changesIn(form) }),
      (params, amended, form) => {
        const isPutBack = form.text('_earlier') === textOfMatch(form);
        return isPutBack
          ? itself(params, amended, form, 'putBack', Number(form.text('_earlierVersion')))
          : itself(params, amended, form, 'amended');
      },
      {
        prepare: (form, { league }, ask, t) => resolveSides(form, league, ask, t, new Set(form.list('_players'))),
        fieldOf: sideFieldIn,
      },
    ),
    withdraw: planned(VoidMatchDocument, versionIn, (params, done, form) => itself(params, done, form, 'withdrawn')),
    restore: planned(RestoreMatchDocument, versionIn, (params, done, form) => itself(params, done, form, 'restored')),
  },
});

/** All of the form's values of the match, for comparison. */
function textOfMatch(form: Sent): string {
  const playedAt = Date.parse(form.time('playedAt') ?? '');
  return JSON.stringify([sidesIn(form), playedAt, form.text('weight'), form.text('details')]);
}

function versionIn(form: Sent): Pick<AmendMatchInput, 'match' | 'expectedVersion'> {
  return { match: form.text('match'), expectedVersion: Number(form.text('expectedVersion')) };
}

function matchHandles({ sides }: Match): string[] {
  return sides.flatMap(({ participants }) => participants.map(({ player }) => player.handle));
}

/** The form's differences from the match that was shown. */
function changesIn(form: Sent): Partial<AmendMatchInput> {
  const sides = sidesIn(form);
  const playedAt = form.time('playedAt');
  const weight = form.text('weight');
  const details = form.text('details');
  const { newPlayers } = form;
  const changes = {
    ...(JSON.stringify(sides) !== form.text('_sides') && { sides }),
    ...(Date.parse(playedAt ?? '') !== Date.parse(form.text('_playedAt')) && { playedAt }),
    ...(weight !== form.text('_weight') && { weight: form.number('weight') }),
    ...(details !== form.text('_details') && { details: details === '' ? null : form.json('details') }),
    ...(newPlayers.length > 0 && { newPlayers: newPlayers.map(handleFrom) }),
  };
  // An unchanged value has no effect, and the API accepts it.
  return Object.keys(changes).length > 0 ? changes : { sides };
}

function MatchPage({ model: { league, match }, request }: ConsoleViewProps<Model>) {
  const { t } = useUi();
  const { slug, archivedAt } = league;
  const { externalId, status, sides, playedAt, submittedBy, submittedAt, history } = match;
  const number = Number(given(request, 'version'));
  const earlier = history.find(({ version }) => version === number) ?? null;
  return (
    <>
      <LeagueFrame league={league} heading={<bdi>{matchTitleOf(sides, t, isolated)}</bdi>} />
      <p class="facts">
        <Time at={playedAt} form="minute" />
        <code>{externalId}</code>
        <span>{t.submitted(submittedBy)}</span>
        <Time at={submittedAt} form="minute" />
        <SiteLink league={league} href={urls.match(slug, externalId)}>
          {t.console.seeOnSite}
        </SiteLink>
      </p>
      {status === 'VOID' && <p class="notice">{t.voidedWhy}</p>}
      {!archivedAt && <Amend league={league} match={match} earlier={earlier} />}
      {!archivedAt && <Status match={match} />}
      <History slug={slug} match={match} />
    </>
  );
}

/** @param props.earlier the version to restore; null: the match as it is */
function Amend({ league, match, earlier }: Model & { readonly earlier: Version | null }) {
  const { t, format, words } = useWords('matchForm');
  const wanted = earlier ?? match;
  const { maxPlayersPerSide: most } = league.ratingSystem.formats;
  const isAnySideFull = wanted.sides.some(({ participants }) => most !== null && participants.length >= most);
  const sides = inputOf(wanted.sides);
  const isTried = useConsole().tried?.action === 'amend';
  const details = (value: unknown) => (value === null ? '' : JSON.stringify(value));
  return (
    <section>
      <h2>{words.title}</h2>
      {earlier && !isTried && <p class="notice">{words.putBack(format.count(earlier.version))}</p>}
      <Form
        action="amend"
        hidden={{
          match: match.id,
          expectedVersion: String(match.version),
          _sides: JSON.stringify(inputOf(match.sides)),
          _players: matchHandles(match).join(' '),
          _playedAt: match.playedAt,
          _weight: String(match.weight),
          _details: details(match.details),
          // The form's initial values.
          _earlierVersion: earlier === null ? undefined : String(earlier.version),
          _earlier:
            earlier === null
              ? undefined
              : JSON.stringify([sides, Date.parse(earlier.playedAt), String(earlier.weight), details(earlier.details)]),
        }}
      >
        <Since match={match} />
        <TimeField name="playedAt" label={words.playedAt} value={wanted.playedAt} zone={league.timeZone} required />
        <SidesFields
          slug={league.slug}
          sides={sides}
          titles={wanted.sides.map((side) => titleOf(side, t))}
          morePlayers={isAnySideFull ? 0 : 1}
        />
        <NewPlayers />
        {sides.some(({ placement }) => placement != null) && <p class="hint">{words.placesDecide}</p>}
        <p class="hint">{words.playersWhy}</p>
        <details>
          <summary>{t.more}</summary>
          <TextField {...called(words, 'weight')} type="number" value={wanted.weight} />
          <TextField {...called(words, 'details')} rows={3} value={details(wanted.details)} />
        </details>
        <PlanEnd apply={words.title} />
      </Form>
    </section>
  );
}

/** Withdraws a match, or restores one that was withdrawn. */
function Status({ match }: Pick<Model, 'match'>) {
  const { words } = useWords('matchForm');
  const action = match.status === 'VOID' ? 'restore' : 'withdraw';
  return (
    <section>
      <h2>{words[action]}</h2>
      {action === 'withdraw' && <p>{words.withdrawWhy}</p>}
      <Form action={action} hidden={{ match: match.id, expectedVersion: String(match.version) }}>
        <Since match={match} />
        <PlanEnd apply={words[action]} />
      </Form>
    </section>
  );
}

/** Changes after the version that the sender of a form has seen. */
function Since({ match: { version, history } }: Pick<Model, 'match'>) {
  const { t, format } = useUi();
  const { tried } = useContext(ThisForm)!;
  const seen = Number(tried?.form.text('expectedVersion') || version);
  if (seen === version) return null;
  return (
    <section class="plan">
      <h3>{t.console.since(format.count(seen))}</h3>
      <ol class="entries">
        {history.map(
          (each, index) => each.version > seen && <FormerVersion version={each} before={history[index - 1]} />,
        )}
      </ol>
    </section>
  );
}

interface VersionLineProps {
  readonly version: Version;
  readonly before: Version | undefined;
  readonly children?: ComponentChildren;
}

/** A version of a match: the action, and its changes. */
function FormerVersion({ version, before, children }: VersionLineProps) {
  const { t, format } = useUi();
  return (
    <li>
      <p>
        <strong>{t.version(format.count(version.version))}</strong> {t.action[version.action] ?? version.action}{' '}
        <Time at={version.at} form="minute" />
      </p>
      {children}
      {before && (
        <Differences
          label={t.version(format.count(version.version))}
          before={contentOf(before)}
          after={contentOf(version)}
          titleOf={() => undefined}
        />
      )}
    </li>
  );
}

/** The parts of a match that may be corrected. */
function contentOf({ status, sides, playedAt, weight, details }: Version) {
  return { status, playedAt, weight, details, sides: inputOf(sides) };
}

/** The place of a side, or why it has none; empty if its match has no result. */
function sideEnding(side: Version['sides'][number], { t, format }: Ui): string {
  const place = placeOf(side);
  const end = statusOf(side, t) ?? (place === null ? null : t.place(format.count(place)));
  return end === null ? '' : `(${end})`;
}

/** The corrections of the match; each version before the newest can be restored. */
function History({ slug, match }: { readonly slug: string; readonly match: Match }) {
  const ui = useUi();
  const { t, format } = ui;
  const words = t.console.matchForm;
  return (
    <section>
      <h2>{t.corrections}</h2>
      <ol class="entries">
        {match.history.map((each, index) => (
          <FormerVersion version={each} before={match.history[index - 1]}>
            <p class="facts">
              {each.sides.map((side) => (
                <span>
                  <bdi>{titleOf(side, t)}</bdi> {side.score === null ? '' : format.decimal(side.score)}{' '}
                  {sideEnding(side, ui)}
                </span>
              ))}
              <Time at={each.playedAt} form="minute" />
            </p>
            {each.version !== match.version && (
              <p>
                <a href={`${places.match(slug, match.externalId)}?version=${each.version}`}>{words.putBackLink}</a>
              </p>
            )}
          </FormerVersion>
        ))}
      </ol>
    </section>
  );
}
