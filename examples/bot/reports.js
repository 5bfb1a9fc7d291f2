import { setTimeout } from 'node:timers/promises';
import { openOutbox } from '@openladder/client/outbox';

/**
 * Stores matches in a file until the ladder has them, and reports the result of each.
 * @param league of the client
 * @param path of the file
 * @param timeout milliseconds to wait for a response before reporting that there is none yet
 */
export async function openReports(league, path, timeout = 10_000) {
  /** Callers waiting for the result of a match, by its whole content: another match may have the same id. */
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
    /** @returns `result`, which resolves whenever it arrives, and `soon`, which resolves to null if it has not arrived in time */
    async add(match) {
      const said = JSON.stringify(match);
      const result = new Promise((resolve) => heard.set(said, [...(heard.get(said) ?? []), resolve]));
      await outbox.add(match);
      return { result, soon: Promise.race([result, setTimeout(timeout, null, { ref: false })]) };
    },
    drained: () => outbox.drained(),
    close: () => outbox.close(),
  };
}

/** Why a match was refused: its code and rule, for looking it up in the docs, and a sentence. */
const reasonOf = ({ code, rule, message }) => `${code} ${rule}: ${message}`;
