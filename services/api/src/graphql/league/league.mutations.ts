import { Float, Int } from 'type-graphql';
import { archiveLeague, restoreLeague } from '../../ending/archive-league.js';
import { deleteLeague } from '../../ending/delete-league.js';
import { createLeague, updateLeague } from '../../league/league.service.js';
import { atMidnight } from '../../nightly/pass-midnight.js';
import { hideOrShow } from '../../rating/hide-player.js';
import { registerPlayers } from '../../rating/register-players.js';
import { field, inputType, optional } from '../declare.js';
import { StatusRulesInput } from '../match/match.type.js';
import { mutation } from '../mutation.js';
import { PlayerType } from '../player/player.type.js';
import { RatingType } from '../rating/rating.type.js';
import { DateTimeScalar, JsonScalar } from '../scalars.js';
import { LateMatchesEnum, LeagueType, VisibilityEnum } from './league.type.js';

const PlayerNameInput = inputType('PlayerNameInput', 'A display name for a player who is registered.', {
  player: field(String, 'The player as in `players`.'),
  displayName: field(String, 'The name to show, as in updatePlayer.'),
});

const league = field(String, 'Slug of the league.');
const reason = field(String, 'Reason for the audit log.');
const player = field(String, 'Current or former handle, or an account such as `discord:1234`.');

const theLeague = {
  league: optional(LeagueType, 'The league; null if the request was refused.'),
};
const theRating = {
  rating: optional(RatingType, "The player's rating; null if the request was refused."),
};

/** Details of a league that can be set when it is created and later. Omitted ones do not change. */
const leagueDetails = {
  description: optional(String, 'What the league is about, at most 2,000 characters.'),
  hue: optional(Int, 'Angle of its colour on the site, from 0 to 359 degrees. Null: none, as in a new league.'),
  minMatches: optional(Int, 'Rated matches that a player needs for a rank: 0 to 1,000; 0 in a new league.'),
  activeWithin: optional(
    Int,
    'Days within which a player must have played for a rank, up to the newest midnight: 1 to 36,500. Null: no limit, as in a new league.',
  ),
  statusRules: optional(StatusRulesInput, 'How sides that did not finish are rated.'),
  placePoints: optional(
    [Float],
    'Points that a race gives by place, from the first on: at most 100, each 0 to 10,000. They rate nobody. Null or empty: none, as in a new league.',
  ),
  visibility: optional(VisibilityEnum, 'Who may read the league; PUBLIC in a new one.'),
  openEntry: optional(
    Boolean,
    'Whether players enter the league with their first match, without being registered; true in a new league.',
  ),
  lateMatches: optional(LateMatchesEnum, 'What happens to late matches; REPLAY in a new league.'),
  opensAt: optional(
    DateTimeScalar,
    'Earliest time at which a match may be played. Null: no limit, as in a new league.',
  ),
  timeZone: optional(
    String,
    'IANA name of the time zone in which its days end at midnight, for example `Europe/Berlin`; UTC in a new league.',
  ),
  queueBand: optional(
    Float,
    'How far from 1/2 the chance to win may be for the queue to pair two players: above 0, at most 0.5; 0.35 in a new league.',
  ),
  queueWait: optional(
    Int,
    'How long a player waits in the queue for an opponent, in seconds: 1 to 86,400; 300 in a new league.',
  ),
};

mutation('createLeague', {
  description: 'Creates a league. Requires the scope platform:admin.',
  input: 'A league to create.',
  fields: {
    slug: field(String, 'Unique: 1 to 64 lower-case letters, digits and inner dashes.'),
    name: field(String, 'Display name, at most 100 characters.'),
    ratingSystem: field(String, 'Key of an installed rating system, for example `timed-glicko`.'),
    settings: optional(
      JsonScalar,
      "Settings that match the rating system's `settingsSchema`; omitted settings have their defaults.",
    ),
    ...leagueDetails,
  },
  payload: { league: optional(LeagueType, 'The new league; null if the request was refused.') },
  run: async (input, { app, access }, once) => ({ league: await createLeague(app, access, input, once()) }),
});

mutation('updateLeague', {
  description: "Changes a league's details. Requires the scope league:admin for the league.",
  input: 'Changes to a league; omitted fields stay as they are.',
  fields: {
    league,
    slug: optional(
      String,
      'New slug: 1 to 64 lower-case letters, digits and inner dashes. The old one still leads to the league, and no other league can get it. Requires the scope platform:admin.',
    ),
    name: optional(String, 'Display name, at most 100 characters.'),
    picture: optional(
      String,
      'Its picture: a PNG, JPEG or WebP file in Base64, at most 100,000 bytes, 16 to 1,024 pixels wide and as many high. Null: none any more.',
    ),
    ...leagueDetails,
    reason: field(String, 'Reason for the audit log.', { defaultValue: 'not given' }),
  },
  payload: { league: optional(LeagueType, 'The league as it is now; null if the change was refused.') },
  async run(input, { app, access }) {
    const { league, reason, ...details } = input;
    return {
      // In a time zone further east, a midnight may have passed that the board has not seen.
      league: await atMidnight(app, await updateLeague(app, access, league, details, reason)),
    };
  },
});

mutation('registerPlayers', {
  description:
    'Registers players in a league before their first match there. Requires the scope league:admin for the league.',
  input: 'Players to register in a league before their first match there.',
  fields: {
    league,
    players: field(
      [String],
      '1 to 1,000 handles or accounts (`discord:1234`); unknown handles create players. A handle is one person in all leagues of the instance.',
    ),
    displayNames: optional(
      [PlayerNameInput],
      'Display names for some of the players, at most 100. Refused for players whom another league that the token may read knew first, unless they are called so already.',
    ),
  },
  payload: {
    league: optional(LeagueType, 'The league; null if the request was refused.'),
    players: optional([PlayerType], 'The players, in the order given; null if the request was refused.'),
  },
  async run(input, { app, access, loaders }, once) {
    const { league, playerIds } = await registerPlayers(
      app,
      access,
      input.league,
      input.players,
      once(),
      input.displayNames ?? [],
    );
    return { league, players: await loaders.player.loadMany(playerIds) };
  },
});

mutation('archiveLeague', {
  description:
    'Archives a league: it can only be read, its board stays as it is, and lists leave it out. Requires the scope league:admin for the league.',
  input: 'A league to archive.',
  fields: { league, reason },
  payload: theLeague,
  run: async (input, { app, access }, once) => ({ league: await archiveLeague(app, access, input, once()) }),
});

mutation('restoreLeague', {
  description: 'Opens an archived league again. Requires the scope league:admin for the league.',
  input: 'An archived league to open again.',
  fields: { league, reason },
  payload: theLeague,
  run: async (input, { app, access }, once) => ({
    // Midnights may have passed that its board has not seen.
    league: await atMidnight(app, await restoreLeague(app, access, input, once())),
  }),
});

mutation('hidePlayer', {
  description:
    'Hides a player from the boards of a league: from `standings`, present and past, `snapshot`, `standingsChanged` and all counts of ranks. They have no rank, and those below move up. Their rating, page and matches can be read as before, new matches are rated, and opponents gain and lose as before. Works even in archived leagues. Requires the scope league:admin for the league.',
  input: 'A player to hide from the boards of a league.',
  fields: { league, player, reason },
  payload: theRating,
  run: async (input, { app, access }, once) => ({ rating: await hideOrShow(app, access, 'hidePlayer', input, once()) }),
});

mutation('showPlayer', {
  description:
    'Lists a hidden player on the boards of a league again, in the place that their rating gives them. Requires the scope league:admin for the league.',
  input: 'A hidden player to list again.',
  fields: { league, player, reason },
  payload: theRating,
  run: async (input, { app, access }, once) => ({ rating: await hideOrShow(app, access, 'showPlayer', input, once()) }),
});

mutation('deleteLeague', {
  description:
    'Deletes an archived league forever, with its matches, ratings and audit log. Nobody can read it from then on; export it first if you need its matches. Players stay on the platform. Requires the scope platform:admin.',
  input: 'An archived league to delete.',
  fields: {
    league,
    confirm: field(String, 'The slug once more, because this cannot be undone.'),
    reason,
  },
  payload: {
    slug: optional(String, 'Slug of the league, which is free again; null if the request was refused.'),
  },
  run: (input, { app, access }, once) => deleteLeague(app, access, input, once()),
});
