import { createClient } from '@openladder/client';
import { Client, Events } from 'discord.js';
import { answerer, definitions } from './commands.js';
import { openReports } from './reports.js';
import { giveUp, readEnvironment } from './start.js';

const needed = ['DISCORD_TOKEN', 'LADDER_URL', 'LADDER_TOKEN', 'LADDER_LEAGUE'];
const { DISCORD_TOKEN, LADDER_URL, LADDER_TOKEN, LADDER_LEAGUE } = readEnvironment(...needed);
const ladder = createClient({ url: LADDER_URL, token: LADDER_TOKEN });
const reports = await openReports(ladder.league(LADDER_LEAGUE), 'results.ndjson').catch(giveUp);

const discord = new Client({ intents: [] });
const answer = answerer(ladder, LADDER_LEAGUE, reports);
discord.once(Events.ClientReady, ({ application }) => application.commands.set(definitions));
discord.on(Events.InteractionCreate, (interaction) => {
  if (interaction.isChatInputCommand()) answer(interaction).catch(console.error);
});
process.once('SIGTERM', async () => {
  await discord.destroy();
  await reports.close();
});
await discord.login(DISCORD_TOKEN);
