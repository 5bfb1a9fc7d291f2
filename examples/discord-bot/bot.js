import { createClient } from '@openladder/client';
import { openOutbox } from '@openladder/client/outbox';
import { Client, Events } from 'discord.js';
import { answerer, definitions } from './commands.js';

const { DISCORD_TOKEN, LADDER_URL, LADDER_TOKEN, LADDER_LEAGUE } = process.env;
const ladder = createClient({ url: LADDER_URL, token: LADDER_TOKEN });
const outbox = await openOutbox(ladder.league(LADDER_LEAGUE), 'results.ndjson', {
  onResult: ({ externalId }, result) => {
    if (!result.ok) console.error(externalId, result.error.message);
  },
  onDelay: ({ reason, waiting }) => console.warn(`${waiting} matches wait: ${reason.message}`),
});

const discord = new Client({ intents: [] });
const answer = answerer(ladder, LADDER_LEAGUE, outbox);
discord.once(Events.ClientReady, ({ application }) => application.commands.set(definitions));
discord.on(Events.InteractionCreate, (interaction) => {
  if (interaction.isChatInputCommand()) answer(interaction).catch(console.error);
});
process.once('SIGTERM', async () => {
  await discord.destroy();
  await outbox.close();
});
await discord.login(DISCORD_TOKEN);
