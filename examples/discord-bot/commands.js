import { BoardDocument, duel, PlayerPageDocument } from '@openladder/client';

/** Kind of an option of a command: text; https://discord.com/developers/docs/interactions/application-commands. */
const TEXT = 3;
const text = (name, description) => ({ type: TEXT, name, description, required: true });

/** The commands, as Discord wants to know them. */
export const definitions = [
  {
    name: 'report',
    description: 'Report a result',
    options: [text('winner', 'Who won'), text('loser', 'Who lost')],
  },
  { name: 'rating', description: 'Show the rating of a player', options: [text('player', 'Whose rating')] },
  { name: 'board', description: 'Show the top ten' },
];

/**
 * Makes what answers commands.
 * @param ladder a client
 * @param league slug of a league
 * @param outbox takes matches until the service has them
 */
export function answerer(ladder, league, outbox) {
  const answers = {
    report: async (interaction) => {
      const [winner, loser] = ['winner', 'loser'].map((name) => interaction.options.getString(name, true));
      // An interaction has an id of its own: if it comes again, the match counts once.
      const externalId = `discord-${interaction.id}`;
      await outbox.add({ externalId, playedAt: interaction.createdAt, sides: duel(winner, loser) });
      return `${winner} beats ${loser}: reported as ${externalId}.`;
    },
    rating: async (interaction) => {
      const player = interaction.options.getString('player', true);
      const found = await ladder.request(PlayerPageDocument, { league, player, first: 1 });
      const rating = found.league?.rating;
      if (!rating) return `${player} has no rating yet.`;
      const rank = rating.rank === null ? 'no rank yet' : `rank ${rating.rank}`;
      return `${rating.player.handle}: ${rating.display}, ${rank}, ${rating.wins} wins in ${rating.matchesPlayed} matches`;
    },
    board: async () => {
      const found = await ladder.request(BoardDocument, { league, first: 10, includeProvisional: true });
      const rows = found.league?.standings.nodes ?? [];
      return (
        rows.map(({ rank, player, rating }) => `${rank ?? '-'}. ${player.handle} ${rating.display}`).join('\n') ||
        'Nobody yet.'
      );
    },
  };
  return async (interaction) => {
    // Discord waits three seconds for a first answer.
    await interaction.deferReply();
    const answer = await answers[interaction.commandName](interaction).catch(
      (error) => `That failed: ${error.message}`,
    );
    // Handles are other people's text: nobody is called by them.
    await interaction.editReply({ content: answer, allowedMentions: { parse: [] } });
  };
}
