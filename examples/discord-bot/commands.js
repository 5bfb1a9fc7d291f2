import { BoardDocument, duel, PlayerPageDocument } from '@openladder/client';

/** Kind of an option of a command: a member; https://discord.com/developers/docs/interactions/application-commands. */
const USER = 6;
const user = (name, description, required = true) => ({ type: USER, name, description, required });

/** The commands, in Discord's format. */
export const definitions = [
  {
    name: 'report',
    description: 'Report a result',
    options: [user('winner', 'Who won'), user('loser', 'Who lost')],
  },
  {
    name: 'rating',
    description: 'Show a rating',
    options: [user('player', 'Whose rating; yours if omitted', false)],
  },
  { name: 'board', description: 'Show the top ten' },
];

/** Discord shows a member's name for this, and notifies nobody: see allowedMentions. */
const mention = ({ id }) => `<@${id}>`;
/** Names are other people's text: they must not contain formats or links. */
const plain = (name) => name.replace(/[\\*_~`|>#[\]()<@:-]/g, '\\$&');

/** A player of the ladder, identified by the number of their account, which never changes; their first match creates them. */
const participant = ({ id, username, displayName }) => ({
  player: accountOf({ id }),
  proposedHandle: username,
  displayName: displayName ?? username,
});
const accountOf = ({ id }) => `discord:${id}`;

/**
 * Why somebody may not report a match; undefined if they may. Players report their own matches, and moderators everybody's.
 */
function objection({ user, memberPermissions }, winner, loser) {
  if (winner.id === loser.id) return 'A match needs two players.';
  if (winner.bot || loser.bot) return 'Bots do not play.';
  if ([winner.id, loser.id].includes(user.id) || memberPermissions?.has('ManageGuild')) return undefined;
  return 'You can report only your own matches.';
}

/** The outcome of a match, in words. @param result null if the ladder has not answered yet */
function outcomeOf(winner, loser, result) {
  const title = `${mention(winner)} beats ${mention(loser)}`;
  if (!result) return `${title}: kept, and sent as soon as the ladder can be reached.`;
  if (!result.ok) return `${title} does not count: ${plain(result.error.message)}`;
  const changes = result.match.sides.flatMap(({ participants }) => participants);
  const deltas = changes.map(({ ratingChange }) => ratingChange?.delta).filter((delta) => delta != null);
  const points = deltas.map((delta) => `${delta < 0 ? '−' : '+'}${Math.abs(delta).toFixed(1)}`).join(' and ');
  return points ? `${title}: ${points} points.` : `${title}.`;
}

/**
 * Makes the handler of commands.
 * @param ladder a client
 * @param league slug of a league
 * @param reports takes matches; see reports.js
 */
export function answerer(ladder, league, reports) {
  const answers = {
    report: async (interaction, say) => {
      const [winner, loser] = ['winner', 'loser'].map((name) => interaction.options.getUser(name, true));
      const refusal = objection(interaction, winner, loser);
      if (refusal) return say(refusal);
      // An interaction has its own id: if it arrives again, the match counts once.
      const { soon, result } = await reports.add({
        externalId: `discord-${interaction.id}`,
        playedAt: interaction.createdAt,
        sides: duel([participant(winner)], [participant(loser)]),
      });
      const first = await soon;
      await say(outcomeOf(winner, loser, first));
      if (!first) result.then((late) => say(outcomeOf(winner, loser, late))).catch(console.error);
    },
    rating: async (interaction, say) => {
      const player = interaction.options.getUser('player') ?? interaction.user;
      const found = await ladder.request(PlayerPageDocument, { league, player: accountOf(player), first: 1 });
      const rating = found.league?.rating;
      if (!rating) return say(`${mention(player)} has no rating yet.`);
      const rank = rating.rank === null ? 'no rank yet' : `rank ${rating.rank}`;
      await say(
        `${mention(player)}: ${rating.display}, ${rank}, ${rating.wins} wins in ${rating.matchesPlayed} matches`,
      );
    },
    board: async (_, say) => {
      const found = await ladder.request(BoardDocument, { league, first: 10, includeProvisional: true });
      const rows = found.league?.standings.nodes ?? [];
      const lines = rows.map(
        ({ rank, player, rating }) => `${rank ?? '–'}. ${plain(player.displayName ?? player.handle)} ${rating.display}`,
      );
      await say(lines.join('\n') || 'Nobody yet.');
    },
  };
  return async (interaction) => {
    // Discord waits three seconds for a first response, and accepts changes of it for a quarter of an hour.
    await interaction.deferReply();
    const say = (content) => interaction.editReply({ content, allowedMentions: { parse: [] } });
    try {
      await answers[interaction.commandName](interaction, say);
    } catch (error) {
      await say(`That failed: ${plain(error.message)}`);
    }
  };
}
