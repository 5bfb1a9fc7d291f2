import type { SideInput, SideStatus } from '@openladder/client/operations';
import type { ComponentChildren } from 'preact';
import { useContext } from 'preact/hooks';
import type { ConsoleMatchQuery } from '../../operations.js';
import { type Ui, useUi, useWords } from '../../ui.js';
import { Choice, type ChoiceProps, More, TextField, type TextFieldProps, Tick } from '../fields.js';
import { ThisForm } from '../form.js';
import type { Form } from '../form-data.js';
import { givenPlayer, IS_NEW } from '../names.js';

type Match = NonNullable<NonNullable<ConsoleMatchQuery['league']>['match']>;

const STATUSES: readonly SideStatus[] = ['FINISHED', 'FORFEIT', 'DID_NOT_FINISH', 'DID_NOT_START', 'DISQUALIFIED'];
/** More than a match can have, so that the API refuses the excess. */
const MOST = 300;

/** Sides of a match in the form of the API. */
export function inputOf(sides: Match['sides']): SideInput[] {
  return sides.map(({ name, role, placement, status, score, participants }) => ({
    name,
    role,
    placement,
    score,
    status,
    participants: participants.map(({ player, isGuest, score, minutesPlayed, scoresAgainst }) => ({
      player: player.handle,
      isGuest,
      score,
      minutesPlayed,
      scoresAgainst: scoresAgainst.map(({ opponent, score }) => ({ opponent: opponent.handle, score })),
    })),
  }));
}

interface SidesFieldsProps {
  /** Of the league whose players are suggested. */
  readonly slug: string;
  readonly sides: readonly SideInput[];
  /** The titles of the sides; omitted if they have no names yet. */
  readonly titles?: readonly string[];
  /** How many empty fields for players each side has besides its present players. */
  readonly morePlayers: number;
  /** Whether unnamed sides show their places, and not their points. */
  readonly isByPlace?: boolean;
}

/** Fields for all sides. */
export function SidesFields({ slug, sides, titles, morePlayers, isByPlace = false }: SidesFieldsProps) {
  const ui = useUi();
  const isRace = titles !== undefined && sides.length > 2;
  const measure = measureOf(sides);
  return (
    <>
      {isRace && <LineHeads measure={measure} />}
      {sides.map((side, index) => {
        const fields = sideFields(side, index, morePlayers, slug, ui);
        return isRace ? (
          <SideLine side={side} fields={fields} title={titles[index] ?? ''} measure={measure} />
        ) : (
          <SideFields side={side} fields={fields} number={index + 1} isByPlace={isByPlace} />
        );
      })}
    </>
  );
}

/** A field of a side, with its initial value. */
type SideField = { readonly label: string } & (
  | TextFieldProps
  | Omit<ChoiceProps, 'hint'>
  | { readonly name: string; readonly value: boolean }
);

/** All fields of a side, and those of each of its players. */
function sideFields(side: SideInput, index: number, morePlayers: number, slug: string, { t, format }: Ui) {
  const words = t.console.matchForm;
  const at = `sides.${index}`;
  const room = Array<SideInput['participants'][number]>(morePlayers).fill({ player: '' });
  const participants = [...side.participants, ...room];
  const isAlone = participants.length === 1;
  const number = { type: 'number' } as const;
  const statuses = STATUSES.map(
    (status) => [status, status === 'FINISHED' ? words.finished : t.unfinished[status]] as const,
  );
  return {
    place: { name: `${at}.placement`, label: t.placeColumn, ...number, step: 1, value: side.placement },
    points: { name: `${at}.score`, label: t.points, ...number, value: side.score },
    status: { name: `${at}.status`, label: words.ended, value: side.status ?? 'FINISHED', options: statuses },
    names: [
      { name: `${at}.name`, label: words.team, value: side.name },
      { name: `${at}.role`, label: words.role, value: side.role, maxLength: 40, placeholder: t.sideRoles.home! },
    ],
    players: participants.map(({ player }, place) => ({
      name: `${at}.participants.${place}.player`,
      label: isAlone ? t.player : words.playerNumber(format.count(place + 1)),
      ...{ value: player, maxLength: 200, playersOf: slug },
    })),
    ofPlayers: participants.map(({ score, minutesPlayed, isGuest, scoresAgainst = [] }, place) => {
      const own = `${at}.participants.${place}`;
      const labelled = (label: string) => (isAlone ? label : words.ofPlayer(label, format.count(place + 1)));
      return {
        fields: [
          { name: `${own}.score`, label: labelled(words.ownPoints), ...number, value: score },
          { name: `${own}.minutesPlayed`, label: labelled(words.minutes), ...number, value: minutesPlayed },
          { name: `${own}.isGuest`, label: labelled(t.guest), value: isGuest ?? false },
        ],
        kept: scoresAgainst && scoresAgainst.length > 0 && (
          <input type="hidden" name={`${own}.scoresAgainst`} value={JSON.stringify(scoresAgainst)} />
        ),
      };
    }),
  };
}

function Field(field: SideField) {
  if ('options' in field) return <Choice {...field} />;
  return typeof field.value === 'boolean' ? (
    <Tick {...field} value={field.value} />
  ) : (
    <TextField {...(field as TextFieldProps)} />
  );
}

interface MoreFieldsProps {
  readonly summary: ComponentChildren;
  readonly isOpen: boolean;
  readonly rows: readonly {
    readonly class?: string;
    readonly fields: readonly SideField[];
    /** Values that are sent again unchanged. */
    readonly kept?: ComponentChildren;
  }[];
}

/** Rows of fields behind one line. */
function MoreFields({ summary, isOpen, rows }: MoreFieldsProps) {
  const before = rows.flatMap(({ fields }) => fields).map(({ name, value }) => [name, fieldText(value)]);
  return (
    <More summary={summary} isOpen={isOpen} before={Object.fromEntries(before)}>
      {rows.map(({ class: looks = 'row', fields, kept }) => (
        <div class={looks}>
          {fields.map((field) => (
            <Field {...field} />
          ))}
          {kept}
        </div>
      ))}
    </More>
  );
}

function fieldText(value: SideField['value']): string {
  return typeof value === 'boolean' ? (value ? 'yes' : '') : String(value ?? '');
}

interface SideFieldsProps {
  readonly side: SideInput;
  readonly fields: ReturnType<typeof sideFields>;
}

function SideFields({
  side,
  fields: { place, points, status, names, players, ofPlayers },
  number,
  isByPlace,
}: SideFieldsProps & { readonly number: number; readonly isByPlace: boolean }) {
  const { t, format, words } = useWords('matchForm');
  const [main, other] = isByPlace ? [place, points] : [points, place];
  return (
    <fieldset class="side-fields">
      <legend>
        {t.side(format.count(number))}
        {side.name && (
          <>
            {' · '}
            <bdi>{side.name}</bdi>
          </>
        )}
      </legend>
      <div class="row main">
        {[...players, main].map((field) => (
          <Field {...field} />
        ))}
      </div>
      <MoreFields
        summary={isByPlace ? words.moreOfPlaced : words.moreOfSide}
        isOpen={hasMore({ ...side, name: null, ...(isByPlace && { placement: null }) })}
        rows={[{ fields: [other, status, ...names] }, ...ofPlayers]}
      />
    </fieldset>
  );
}

/** The sort key of most sides of a race. */
type Measure = 'placement' | 'score' | 'ownScore';

function measureOf(sides: readonly SideInput[]): Measure {
  if (sides.some(({ placement }) => placement != null)) return 'placement';
  if (sides.some(({ score }) => score != null)) return 'score';
  const isByPlayer = sides.some(({ participants }) => participants.some(({ score }) => score != null));
  return isByPlayer && sides.every(({ participants }) => participants.length === 1) ? 'ownScore' : 'placement';
}

/** Titles of the columns. For readers who hear the page, each field has its own label. */
function LineHeads({ measure }: { readonly measure: Measure }) {
  const { t, words } = useWords('matchForm');
  return (
    <p class="side-line heads" aria-hidden="true">
      <span>{measure === 'placement' ? t.placeColumn : t.points}</span>
      <span>{t.player}</span>
      <span>{words.ended}</span>
    </p>
  );
}

/** A side of a race in one line: its place or its points, its name, and its status. Everything else is behind its name. */
function SideLine({
  side,
  fields: { place, points, status, names, players, ofPlayers },
  title,
  measure,
}: SideFieldsProps & { readonly title: string; readonly measure: Measure }) {
  const { t } = useUi();
  const { name, value } = ofPlayers[0]?.fields[0] ?? points;
  const main = { placement: place, score: points, ownScore: { ...points, name, value: value as number | null } }[
    measure
  ];
  const others = (fields: readonly SideField[]) => fields.filter((field) => field.name !== main.name);
  const titled = <F extends { readonly label: string }>(field: F) => ({ ...field, label: t.named(title, field.label) });
  return (
    <div class="side-line">
      <Field {...titled(main)} />
      <MoreFields
        summary={<bdi>{title}</bdi>}
        isOpen={side.participants.some(({ isGuest }) => isGuest)}
        rows={[
          { class: 'row main', fields: players },
          { fields: others([place, points, ...names]) },
          ...ofPlayers.map(({ fields, kept }) => ({ fields: others(fields), kept })),
        ]}
      />
      <Field {...titled(status)} />
    </div>
  );
}

/** Whether a side has values in rarely used fields: hidden ones could not be corrected. */
function hasMore({ placement, status, name, role, participants }: SideInput): boolean {
  if (placement != null || (status ?? 'FINISHED') !== 'FINISHED' || name != null || role != null) return true;
  return participants.some(({ isGuest, score, minutesPlayed }) => isGuest || score != null || minutesPlayed != null);
}

/** Names of the sides in a form, with the names of their players. Players without a handle are omitted, as are sides without players. */
function placesInForm(form: Form): { readonly at: string; readonly players: readonly string[] }[] {
  const sides: { at: string; players: string[] }[] = [];
  for (let side = 0; side < MOST && form.values.has(`sides.${side}.score`); side++) {
    const at = `sides.${side}`;
    const players: string[] = [];
    for (let place = 0; place < MOST && form.values.has(`${at}.participants.${place}.player`); place++) {
      const own = `${at}.participants.${place}`;
      if (form.given(`${own}.player`) !== undefined) players.push(own);
    }
    if (players.length > 0) sides.push({ at, players });
  }
  return sides;
}

/** The sides in a form. */
export function sidesIn(form: Form): SideInput[] {
  return placesInForm(form).map(({ at, players }) => ({
    name: form.given(`${at}.name`) ?? null,
    role: form.given(`${at}.role`) ?? null,
    placement: form.integer(`${at}.placement`),
    score: form.points(`${at}.score`),
    status: form.text(`${at}.status`) as SideStatus,
    participants: players.map((own) => ({
      ...givenPlayer(form, `${own}.player`),
      isGuest: form.flag(`${own}.isGuest`),
      score: form.points(`${own}.score`),
      minutesPlayed: form.number(`${own}.minutesPlayed`),
      scoresAgainst: form.json(`${own}.scoresAgainst`) ?? [],
    })),
  }));
}

/** The form's field for a path among the sides of `sidesIn`, which does not count empty ones. */
export function sideFieldIn(path: string, form: Form): string {
  const [, side, player, rest = ''] = /^sides\.(\d+)(?:\.participants\.(\d+))?(.*)$/.exec(path) ?? [];
  const found = side === undefined ? undefined : placesInForm(form)[Number(side)];
  if (!found) return path;
  return (player === undefined ? found.at : (found.players[Number(player)] ?? found.at)) + rest;
}

/** Boxes that declare unknown players new. */
export function NewPlayers() {
  const { t } = useUi();
  const { tried } = useContext(ThisForm)!;
  const names = tried?.form.newPlayers ?? [];
  return (
    <>
      {names.map((name) => (
        <Tick name={IS_NEW + name} label={t.console.newMatch.isNew(name)} value={false} />
      ))}
    </>
  );
}
