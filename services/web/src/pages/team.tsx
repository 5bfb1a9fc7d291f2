import { SiteTeamDocument, type SiteTeamQuery } from '../operations.js';
import { definePage, isRacingLeague, type ViewProps } from '../page.js';
import { Table, Time } from '../parts/elements.js';
import { LeagueHeader } from '../parts/league.js';
import { Name, PlayerLink, TeamFace, TeamLink } from '../parts/player.js';
import { Balance } from '../parts/rating.js';
import { MatchList } from '../parts/sides.js';
import { useUi } from '../ui.js';

type League = NonNullable<SiteTeamQuery['league']>;
type Team = NonNullable<League['team']>;

interface Found {
  readonly league: League;
  readonly team: Team;
}

/** A team of a league: its record, its players, the teams that it met, and its newest matches. */
export const team = definePage({
  path: '/l/:league/team/:team',
  document: SiteTeamDocument,
  variables: ({ params }) => ({ league: params.league!, name: params.team! }),
  find: ({ league }): Found | null => (league?.team ? { league, team: league.team } : null),
  head: ({ league, team: { name, matchCount } }, { t, format }) => ({
    title: `${name} · ${league.name}`,
    description: t.stories.teamDescription(name, league.name, t.matches(matchCount, format.count(matchCount))),
  }),
  View: Team,
});

function Team({ model: { league, team } }: ViewProps<Found>) {
  const { t, format } = useUi();
  const { slug } = league;
  const { name, matchCount, members, opponents, matches } = team;
  const races = isRacingLeague(league);
  return (
    <>
      <LeagueHeader league={league} tab={null} />
      <section class="summary">
        <h1>
          <TeamFace name={name} isLarge />
          <Name name={name} />
        </h1>
        <dl class="figures">
          <div>
            <dt>{races ? t.starts : t.record}</dt>
            <dd class="big">
              <Balance races={races} of={{ ...team, matchesPlayed: matchCount }} />
            </dd>
            <dd class="quiet">
              {t.matches(matchCount, format.count(matchCount))} · {t.lastPlayed} <Time at={matches[0]?.playedAt} />
            </dd>
          </div>
        </dl>
        <p class="quiet">{t.stories.teamWhy}</p>
      </section>
      <div class="opponents">
        <section>
          <h2>{t.playersHere}</h2>
          <Table
            label={t.playersHere}
            rows={members}
            columns={[
              [t.player, ({ player }) => <PlayerLink slug={slug} player={player} />],
              [t.matchLog, ({ matchCount }) => format.count(matchCount), 'number'],
              [t.lastPlayed, ({ lastPlayedAt }) => <Time at={lastPlayedAt} />, 'number', 'quiet'],
            ]}
          />
        </section>
        {opponents.length > 0 && (
          <section>
            <h2>{t.meetings}</h2>
            <Table
              label={t.meetings}
              rows={opponents}
              columns={[
                [t.opponent, ({ name }) => <TeamLink slug={slug} name={name} />],
                [t.matchLog, ({ matchCount }) => format.count(matchCount), 'number'],
                [races ? t.aheadRecord : t.record, (opponent) => <Balance of={opponent} />, 'number'],
              ]}
            />
          </section>
        )}
      </div>
      <section>
        <h2>{t.newestMatches}</h2>
        <MatchList slug={slug} matches={matches} />
      </section>
    </>
  );
}
