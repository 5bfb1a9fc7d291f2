import { useUi } from '../ui.js';
import { inTenths } from './adding-up.js';
import { Delta, Points } from './elements.js';
import { type Named, PlayerLink } from './player.js';
import { inOrder, type SideStatus } from './sides.js';
import { type Explained, Why } from './why.js';

interface Value {
  readonly value: number | null;
}

interface EffectsProps {
  readonly slug: string;
  readonly sides: readonly {
    readonly effectivePlacement: number | null;
    readonly status: SideStatus;
    readonly participants: readonly {
      readonly player: Named;
      readonly ratingChange: (Explained & { readonly before: Value; readonly after: Value }) | null;
    }[];
  }[];
}

/** The reasons of a match have at most about so many rows in all: a page must not grow with the square of its players. */
const MAX_ROWS = 200;

/** What a match did to each rating, and why. */
export function Effects({ slug, sides }: EffectsProps) {
  const { t } = useUi();
  const rated = inOrder(sides).flatMap(({ participants }) => participants.filter(({ ratingChange }) => ratingChange));
  const mostRows = Math.max(Math.floor(MAX_ROWS / Math.max(rated.length, 1)), 3);
  return (
    <section>
      <h2>{t.whatItDid}</h2>
      {rated.length === 0 && (
        <p>{sides.some(({ status }) => status === 'FINISHED') ? t.noRatings : t.nobodyFinished}</p>
      )}
      <ol class="history effects">
        {rated.map(({ player, ratingChange }) => {
          const { before, after, delta } = ratingChange!;
          return (
            <li>
              <PlayerLink slug={slug} player={player} />
              <span class="who">
                {delta === null ? <Points value={before.value} /> : <Start end={after.value!} delta={delta} />} →{' '}
                <strong>
                  <Points value={after.value} />
                </strong>
              </span>
              <Delta delta={delta} />
              <Why slug={slug} change={ratingChange!} most={mostRows} />
            </li>
          );
        })}
      </ol>
    </section>
  );
}

/** What a rating had before a change: with what time did since the match before, as its reason has it, and so that the tenths shown add up. */
function Start({ end, delta }: { readonly end: number; readonly delta: number }) {
  const { format } = useUi();
  return <data value={String(end - delta)}>{format.tenths(inTenths(end) - inTenths(delta))}</data>;
}
