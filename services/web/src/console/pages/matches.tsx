import { ConsoleMatchesDocument, type ConsoleMatchesQuery } from '../../operations.js';
import { given } from '../../page.js';
import { NextPage, Time } from '../../parts/elements.js';
import { inOrder, MatchFilters, matchFiltersOf, resultOf, rosterOf } from '../../parts/sides.js';
import { useUi, useWords } from '../../ui.js';
import { Form } from '../form.js';
import { type TabProps, tabPage } from '../frame.js';
import { Chosen, restoreFrom, withdrawFrom } from '../parts/chosen-matches.js';
import { PlanEnd } from '../parts/plan.js';
import { places } from '../urls.js';

type League = NonNullable<ConsoleMatchesQuery['league']>;
type Match = League['matches']['nodes'][number];

/** The matches of a league, for finding the one to correct. */
export const matches = tabPage('matches', {
  document: ConsoleMatchesDocument,
  variables: (request) => ({
    league: request.params.league!,
    after: given(request, 'after'),
    player: given(request, 'player'),
    ...matchFiltersOf(request),
  }),
  View: LeagueMatches,
  actions: { withdraw: withdrawFrom(places.matches), restore: restoreFrom(voidMatches) },
});

function voidMatches(slug: string): string {
  return `${places.matches(slug)}?status=VOID`;
}

function LeagueMatches({ model: { league }, request }: TabProps<ConsoleMatchesQuery>) {
  const { t, format, words } = useWords('chosen');
  const { slug, matches, archivedAt } = league;
  const { nodes, totalCount, pageInfo } = matches;
  // One correction for all chosen matches: withdrawn ones can be restored, others withdrawn.
  const canChoose = nodes.length > 0 && !archivedAt;
  const isVoid = given(request, 'status') === 'VOID';
  const lines = (
    <ul class="entries">
      {nodes.map((match) => (
        <MatchLine slug={slug} match={match} canChoose={canChoose} />
      ))}
    </ul>
  );
  return (
    <>
      {!archivedAt && (
        <p>
          <a href={places.newMatch(slug)}>{t.console.newMatch.title}</a>
        </p>
      )}
      <MatchFilters path={places.matches(slug)} request={request}>
        <label>
          {t.player}{' '}
          <input
            name="player"
            value={given(request, 'player')}
            maxLength={64}
            autocapitalize="off"
            spellcheck={false}
          />
        </label>
      </MatchFilters>
      <p class="facts">{t.matches(totalCount, format.count(totalCount))}</p>
      {canChoose ? (
        <Form action={isVoid ? 'restore' : 'withdraw'} class="sheet wide">
          <p class="hint">{isVoid ? words.chooseVoid : words.choose}</p>
          {lines}
          <PlanEnd apply={isVoid ? words.restore : words.withdraw} />
        </Form>
      ) : (
        lines
      )}
      <NextPage path={places.matches(slug)} query={request.query} pageInfo={pageInfo} words={t.olderMatches} />
    </>
  );
}

type NamedMatch = Pick<Match, 'externalId' | 'sides'>;

interface MatchLineProps {
  readonly slug: string;
  readonly match: Match;
  readonly canChoose: boolean;
}

function MatchLine({ slug, match, canChoose }: MatchLineProps) {
  const { t } = useUi();
  const { externalId, playedAt, status, version } = match;
  return (
    <li class={status === 'VOID' ? 'void' : undefined}>
      <MatchName slug={slug} match={match} /> {status === 'VOID' && <span class="flag">{t.voided}</span>}{' '}
      {status === 'RATED' && version > 1 && <span class="flag">{t.corrected}</span>}
      <p class="facts">
        {canChoose ? (
          <Chosen match={match}>
            <Time at={playedAt} form="minute" /> <code>{externalId}</code>
          </Chosen>
        ) : (
          <>
            <Time at={playedAt} form="minute" />
            <code>{externalId}</code>
          </>
        )}
      </p>
    </li>
  );
}

/** A match by its sides and its result, with a link to its correction. */
export function MatchName({ slug, match }: Pick<MatchLineProps, 'slug'> & { readonly match: NamedMatch }) {
  const { t, format } = useUi();
  const titles = inOrder(match.sides).map((side) => rosterOf(side, t));
  const result = resultOf(match.sides, t, format.decimal);
  return (
    <a href={places.match(slug, match.externalId)}>
      {titles.map((title, index) => (
        <>
          {index > 0 && (result ? ` ${result} ` : ' – ')}
          <bdi>{title}</bdi>
        </>
      ))}
    </a>
  );
}
