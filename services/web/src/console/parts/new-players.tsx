import { useUi } from '../../ui.js';
import { Tick } from '../fields.js';
import { IS_NEW } from '../names.js';
import type { Tried } from '../page.js';

/** Boxes that say that the players whom nobody knows are new. */
export function NewPlayers({ tried }: { readonly tried: Tried | null }) {
  const { t } = useUi();
  const names = tried?.form.newPlayers ?? [];
  return (
    <>
      {names.map((name) => (
        <Tick name={IS_NEW + name} label={t.console.newMatch.isNew(name)} value={false} />
      ))}
    </>
  );
}
