import type { SideInput, SideStatus } from '@openladder/client/operations';
import type { ConsoleMatchQuery } from '../../operations.js';
import { useUi } from '../../ui.js';
import { Choice, More, TextField, Tick } from '../fields.js';
import type { Form } from '../form-data.js';
import { IS_NEW } from '../names.js';
import type { Tried } from '../page.js';

type Match = NonNullable<NonNullable<ConsoleMatchQuery['league']>['match']>;

const STATUSES: readonly SideStatus[] = ['FINISHED', 'FORFEIT', 'DID_NOT_FINISH', 'DID_NOT_START', 'DISQUALIFIED'];
/** More than a match can have, so that the API refuses what is too much. */
const MOST = 300;

/** Sides of a match as the API takes them. */
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
  /** What each side is called; omitted where they are still to be named. */
  readonly titles?: readonly string[];
  /** How many sides and players may be written beside those that are there. */
  readonly more: { readonly sides: number; readonly players: number };
  /** Whether sides that are still to be named have their places in view, and not their points. */
  readonly isByPlace?: boolean;
}

/** Fields for all sides, with room for more. */
export function SidesFields({ slug, sides, titles, more, isByPlace = false }: SidesFieldsProps) {
  const empty = { participants: [] };
  const all = [...sides, ...Array<SideInput>(more.sides).fill(empty)];
  const isRace = titles !== undefined && all.length > 2;
  const measure = measureOf(sides);
  return (
    <>
      {isRace && <LineHeads measure={measure} />}
      {all.map((side, index) => {
        const shared = { slug, side: sideWith(side, index, more.players) };
        return isRace ? (
          <SideLine {...shared} title={titles[index] ?? ''} measure={measure} />
        ) : (
          <SideFields {...shared} number={index + 1} isByPlace={isByPlace} />
        );
      })}
    </>
  );
}

/** A side with the names of its fields. */
type FieldsOfSide = ReturnType<typeof sideWith>;

function sideWith(side: SideInput, index: number, morePlayers: number) {
  const at = `sides.${index}`;
  const room = Array<SideInput['participants'][number]>(morePlayers).fill({ player: '' });
  const participants = [...side.participants, ...room].map((participant, place) => ({
    ...participant,
    at: `${at}.participants.${place}`,
    number: place + 1,
  }));
  return { ...side, at, participants, isAlone: participants.length === 1 };
}

interface SideFieldsProps {
  readonly slug: string;
  readonly side: FieldsOfSide;
}

function SideFields({
  slug,
  side,
  number,
  isByPlace,
}: SideFieldsProps & { readonly number: number; readonly isByPlace: boolean }) {
  const { t, format } = useUi();
  const words = t.console.matchForm;
  const place = <TextField name={`${side.at}.placement`} label={t.placeColumn} {...PLACE} value={side.placement} />;
  const points = <TextField name={`${side.at}.score`} label={t.points} type="number" value={side.score} />;
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
        <PlayerFields slug={slug} side={side} />
        {isByPlace ? place : points}
      </div>
      <More
        summary={isByPlace ? words.moreOfPlaced : words.moreOfSide}
        isOpen={hasMore({ ...side, name: null })}
        before={{
          ...beforeOf(side, [isByPlace ? 'score' : 'placement', 'status', 'name', 'role']),
          ...beforeOfParticipants(side),
        }}
      >
        <div class="row">
          {isByPlace ? points : place}
          <StatusField side={side} label={words.ended} />
          <NameFields side={side} />
        </div>
        <ParticipantsFields side={side} />
      </More>
    </fieldset>
  );
}

/** By what most sides of a race are ordered. */
type Measure = 'placement' | 'score' | 'ownScore';

function measureOf(sides: readonly SideInput[]): Measure {
  if (sides.some(({ placement }) => placement != null)) return 'placement';
  if (sides.some(({ score }) => score != null)) return 'score';
  const isByPlayer = sides.some(({ participants }) => participants.some(({ score }) => score != null));
  return isByPlayer && sides.every(({ participants }) => participants.length === 1) ? 'ownScore' : 'placement';
}

/** What stands where in the lines. Each field says so by itself to readers who hear the page. */
function LineHeads({ measure }: { readonly measure: Measure }) {
  const { t } = useUi();
  const words = t.console.matchForm;
  return (
    <p class="side-line heads" aria-hidden="true">
      <span>{measure === 'placement' ? t.placeColumn : t.points}</span>
      <span>{t.player}</span>
      <span>{words.ended}</span>
    </p>
  );
}

interface SideLineProps extends SideFieldsProps {
  readonly title: string;
  readonly measure: Measure;
}

/** A side of a race in one line: its place or its points, who it is, and how it ended. All else is behind its name. */
function SideLine({ slug, side, title, measure }: SideLineProps) {
  const { t } = useUi();
  const words = t.console.matchForm;
  const { at, participants } = side;
  const own = participants[0]?.at;
  const place = { name: `${at}.placement`, label: t.placeColumn, ...PLACE, value: side.placement };
  const points = { name: `${at}.score`, label: t.points, type: 'number' as const, value: side.score };
  const main = {
    placement: place,
    score: points,
    ownScore: { ...points, name: `${own}.score`, value: participants[0]?.score },
  }[measure];
  const others = [place, points].filter(({ name }) => name !== main.name);
  const titled = (label: string) => t.named(title, label);
  const before = {
    ...beforeOf(side, ['placement', 'score', 'name', 'role']),
    ...beforeOfParticipants(side),
    ...Object.fromEntries(participants.map(({ at, player }) => [`${at}.player`, player])),
  };
  return (
    <div class="side-line">
      <TextField {...main} label={titled(main.label)} />
      <More
        summary={<bdi>{title}</bdi>}
        isOpen={participants.some(({ isGuest }) => isGuest)}
        before={Object.fromEntries(Object.entries(before).filter(([name]) => name !== main.name))}
      >
        <div class="row main">
          <PlayerFields slug={slug} side={side} />
        </div>
        <div class="row">
          {others.map((field) => (
            <TextField {...field} />
          ))}
          <NameFields side={side} />
        </div>
        <ParticipantsFields side={side} omitted={main.name} />
      </More>
      <StatusField side={side} label={titled(words.ended)} />
    </div>
  );
}

const PLACE = { type: 'number', step: 1 } as const;

function PlayerFields({ slug, side: { participants, isAlone } }: SideFieldsProps) {
  const { t, format } = useUi();
  const { playerNumber } = t.console.matchForm;
  return (
    <>
      {participants.map(({ player, at, number }) => (
        <TextField
          name={`${at}.player`}
          label={isAlone ? t.player : playerNumber(format.count(number))}
          value={player}
          maxLength={200}
          playersOf={slug}
        />
      ))}
    </>
  );
}

function StatusField({ side, label }: { readonly side: FieldsOfSide; readonly label: string }) {
  const { t } = useUi();
  const { finished } = t.console.matchForm;
  const options = STATUSES.map((status) => [status, status === 'FINISHED' ? finished : t.unfinished[status]] as const);
  return <Choice name={`${side.at}.status`} label={label} value={side.status ?? 'FINISHED'} options={options} />;
}

/** The fields for the team, and for what a side is in the game. */
function NameFields({ side: { at, name, role } }: { readonly side: FieldsOfSide }) {
  const { t } = useUi();
  const words = t.console.matchForm;
  return (
    <>
      <TextField name={`${at}.name`} label={words.team} value={name} />
      <TextField
        {...{ name: `${at}.role`, label: words.role, value: role }}
        {...{ maxLength: 40, placeholder: t.sideRoles.home! }}
      />
    </>
  );
}

/** What fields of a side have before somebody writes in them. */
function beforeOf(side: FieldsOfSide, names: readonly ('placement' | 'score' | 'status' | 'name' | 'role')[]) {
  return Object.fromEntries(
    names.map((name) => [`${side.at}.${name}`, String(side[name] ?? (name === 'status' ? 'FINISHED' : ''))]),
  );
}

function beforeOfParticipants({ participants }: FieldsOfSide): Readonly<Record<string, string>> {
  return Object.fromEntries(
    participants.flatMap(({ at, score, minutesPlayed, isGuest }) => [
      [`${at}.score`, String(score ?? '')],
      [`${at}.minutesPlayed`, String(minutesPlayed ?? '')],
      [`${at}.isGuest`, isGuest ? 'yes' : ''],
    ]),
  );
}

/** Whether a side has something in the fields that few need: what would be hidden could not be corrected. */
function hasMore({ placement, status, name, role, participants }: FieldsOfSide): boolean {
  if (placement != null || (status ?? 'FINISHED') !== 'FINISHED' || name != null || role != null) return true;
  return participants.some(({ isGuest, score, minutesPlayed }) => isGuest || score != null || minutesPlayed != null);
}

interface ParticipantsFieldsProps {
  readonly side: FieldsOfSide;
  /** Name of a field that stands elsewhere. */
  readonly omitted?: string;
}

/** What few need to say of the players of a side. */
function ParticipantsFields({ side: { participants, isAlone }, omitted }: ParticipantsFieldsProps) {
  const { t, format } = useUi();
  const words = t.console.matchForm;
  return (
    <>
      {participants.map(({ at, number, isGuest, score, minutesPlayed, scoresAgainst }) => {
        const own = (label: string) => (isAlone ? label : words.ofPlayer(label, format.count(number)));
        return (
          <div class="row">
            {`${at}.score` !== omitted && (
              <TextField name={`${at}.score`} label={own(words.ownPoints)} type="number" value={score} />
            )}
            <TextField name={`${at}.minutesPlayed`} label={own(words.minutes)} type="number" value={minutesPlayed} />
            <Tick name={`${at}.isGuest`} label={own(t.guest)} value={isGuest ?? false} />
            {scoresAgainst && scoresAgainst.length > 0 && (
              <input type="hidden" name={`${at}.scoresAgainst`} value={JSON.stringify(scoresAgainst)} />
            )}
          </div>
        );
      })}
    </>
  );
}

/** Names of the sides in a form, and in each the names of its players. Players without a handle are left out, and sides without players. */
function placesIn(form: Form): { readonly at: string; readonly players: readonly string[] }[] {
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

/** The sides that a form has. */
export function sidesIn(form: Form): SideInput[] {
  return placesIn(form).map(({ at, players }) => ({
    name: form.given(`${at}.name`) ?? null,
    role: form.given(`${at}.role`) ?? null,
    placement: form.integer(`${at}.placement`),
    score: form.points(`${at}.score`),
    status: form.text(`${at}.status`) as SideStatus,
    participants: players.map((own) => ({
      player: form.text(`${own}.player`),
      isGuest: form.flag(`${own}.isGuest`),
      score: form.points(`${own}.score`),
      minutesPlayed: form.number(`${own}.minutesPlayed`),
      scoresAgainst: form.json(`${own}.scoresAgainst`) ?? [],
    })),
  }));
}

/** The field of a form that a path among the sides of `sidesIn` means: what was left empty does not count there. */
export function sideFieldIn(path: string, form: Form): string {
  const [, side, player, rest = ''] = /^sides\.(\d+)(?:\.participants\.(\d+))?(.*)$/.exec(path) ?? [];
  const found = side === undefined ? undefined : placesIn(form)[Number(side)];
  if (!found) return path;
  return (player === undefined ? found.at : (found.players[Number(player)] ?? found.at)) + rest;
}

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
