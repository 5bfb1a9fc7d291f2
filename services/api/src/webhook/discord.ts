import { type ChangeCatalogue, changeOfAction } from '../league-log/change.js';
import type { Content, MatchContent, PlayerContent, SideContent } from './content.js';

/** The most characters in a message that Discord accepts. */
const MAX_CHARACTERS = 2_000;
/** Room for the line with the number of further items. */
const REST = 40;
/** The most sides of a match in a message, the best first. */
const MAX_SIDES = 10;

/** A Discord message that says the same to people, and mentions (pings) no one. */
export function discordMessage(
  changes: ChangeCatalogue,
  content: Content,
): { content: string; allowed_mentions: { parse: readonly string[] } } {
  const [first, ...lines] = messageLines(changes, content);
  let text = first!;
  for (const [index, line] of lines.entries()) {
    if (text.length + line.length + 1 > MAX_CHARACTERS - REST) {
      text += `\n… and ${lines.length - index} more`;
      break;
    }
    text += `\n${line}`;
  }
  return { content: text.slice(0, MAX_CHARACTERS), allowed_mentions: { parse: [] } };
}

function messageLines(changes: ChangeCatalogue, { type, data }: Content): string[] {
  const league = plainText(data.league);
  switch (type) {
    case 'matches.rated':
      return [`**${league}**`, ...data.matches!.map(matchLine)];
    case 'match.corrected':
      return [
        `**${league}**: a match was ${changeOfAction(changes, data.action!)?.verb ?? 'corrected'}`,
        matchLine(data.match!),
      ];
    case 'player.merged':
      return data.into
        ? [`**${league}**: ${discordName(data.player!)} now counts as ${discordName(data.into)}`]
        : [`**${league}**: ${discordName(data.player!)} counts as a player of their own again`];
    case 'board.recomputed':
      return [`**${league}**: the board was computed again`];
    case 'board.refreshed':
      // Everybody in the channel reads it, so it names nobody who was hidden.
      return [`**${league}**: the board ${data.action ? 'has changed' : 'is as of a new day'}`];
    case 'ticket.matched': {
      const [one, other] = data.tickets!;
      return [`**${league}**: ${discordName(one!)} and ${discordName(other!)} are to play each other`];
    }
    case 'webhook.test':
      return [`**${league}**: this is a test`];
  }
}

function matchLine({ externalId, sides, status }: MatchContent): string {
  if (!sides) return `match ${plainText(externalId)}`;
  const place = ({ effectivePlacement }: SideContent) => effectivePlacement ?? sides.length;
  const best = sides.toSorted((one, other) => place(one) - place(other)).slice(0, MAX_SIDES);
  const line = best.map(({ effectivePlacement: place, participants }) => {
    return `${place === null ? '' : `${place}\\. `}${participants.map(participantOf).join(' + ')}`;
  });
  if (sides.length > MAX_SIDES) line.push(`… and ${sides.length - MAX_SIDES} more`);
  return `${line.join(' · ')}${status === 'VOID' ? ' (withdrawn)' : ''}`;
}

function participantOf(participant: SideContent['participants'][number]): string {
  const { rating } = participant;
  if (rating?.value == null) return discordName(participant);
  const delta = rating.delta === null ? '' : ` (${rating.delta < 0 ? '−' : '+'}${Math.abs(rating.delta).toFixed(1)})`;
  return `${discordName(participant)} ${rating.value.toFixed(1)}${delta}`;
}

function discordName({ player, displayName }: PlayerContent): string {
  return plainText(displayName ?? player);
}

/** Text that Discord shows unchanged: no markdown, no links, and no numbers of a list, which Discord would renumber. */
function plainText(text: string): string {
  return text.replace(/[\\*_~`|>#[\]()<:@.-]/g, '\\$&');
}
