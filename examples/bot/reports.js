import { setTimeout } from 'node:timers/promises';
import { openOutbox } from '@openladder/client/outbox';

/**
 * Keeps matches in a file until the ladder has them, and says what became of each.
 * @param league of the client
 * @param path of the file
 * @param patience milliseconds to wait for an answer before saying that there is none yet
 */
export async function openReports(league, path, patience = 10_000) {
  /** Who waits for the result of a match, by all that it says: another one may have the same id. */
  const heard = new Map();
  const outbox = await openOutbox(league, path, {
    onResult: (match, result) => {
      const [first, ...others] = heard.get(JSON.stringify(match)) ?? [];
      first?.(result);
      if (others.length > 0) heard.set(JSON.stringify(match), others);
      else heard.delete(JSON.stringify(match));
      if (!result.ok) console.error(match.externalId, reasonOf(result.error));
    },
    onDelay: ({ reason, waiting }) =>
      console.warn(`${waiting} ${waiting === 1 ? 'match waits' : 'matches wait'}: ${reason.message}`),
  });
  return {
    /** @returns `result`, whenever it comes, and `soon`, which is null if it has not come in time */
    async add(match) {
      const said = JSON.stringify(match);
      const result = new Promise((resolve) => heard.set(said, [...(heard.get(said) ?? []), resolve]));
      await outbox.add(match);
      return { result, soon: Promise.race([result, setTimeout(patience, null, { ref: false })]) };
    },
    drained: () => outbox.drained(),
    close: () => outbox.close(),
  };
}

/** Why a match was refused: its code and rule, by which to find it in the docs, and a sentence. */
const reasonOf = ({ code, rule, message }) => `${code} ${rule}: ${message}`;
