import type { SideInput, SideStatus } from '@openladder/client/operations';
import { useUi } from '../../ui.js';
import { Choice, More, TextField, Tick } from '../fields.js';
import type { Form } from '../form-data.js';

/** A side as the API has it. */
export interface KnownSide {
  readonly name: string | null;
  readonly role: string | null;
  readonly placement: number | null;
  readonly status: SideStatus;
  readonly score: number | null;
  readonly participants: readonly {
    readonly player: { readonly handle: string };
    readonly isGuest: boolean;
    readonly score: number | null;
    readonly minutesPlayed: number | null;
    readonly scoresAgainst: readonly { readonly opponent: { readonly handle: string }; readonly score: number }[];
  }[];
}

const STATUSES: readonly SideStatus[] = ['FINISHED', 'FORFEIT', 'DID_NOT_FINISH', 'DID_NOT_START', 'DISQUALIFIED'];
/** More than a match can have, so that the API refuses what is too much. */
const MOST = 300;

/** Sides of a match as the API takes them. */
export function inputOf(sides: readonly KnownSide[]): SideInput[] {
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
  /** How many sides and players may be written beside those that are there. */
  readonly more: { readonly sides: number; readonly players: number };
}

/** Fields for all sides, with room for more. */
export function SidesFields({ slug, sides, more }: SidesFieldsProps) {
  const empty = { participants: [] };
  return (
    <>
      {[...sides, ...Array<SideInput>(more.sides).fill(empty)].map((side, index) => (
        <SideFields slug={slug} side={side} index={index} morePlayers={more.players} />
      ))}
    </>
  );
}

interface SideFieldsProps {
  readonly slug: string;
  readonly side: SideInput;
  readonly index: number;
  readonly morePlayers: number;
}

function SideFields({ slug, side, index, morePlayers }: SideFieldsProps) {
  const { t, format } = useUi();
  const words = t.console.matchForm;
  const at = `sides.${index}`;
  const room = Array.from({ length: morePlayers }, () => ({ player: '' }));
  const participants = [...side.participants, ...room].map((participant, place) => ({
    ...participant,
    at: `${at}.participants.${place}`,
    number: format.count(place + 1),
  }));
  const isAlone = participants.length === 1;
  return (
    <fieldset class="side-fields">
      <legend>{words.side(format.count(index + 1))}</legend>
      <div class="row main">
        {participants.map(({ player, at, number }) => (
          <TextField
            name={`${at}.player`}
            label={isAlone ? t.player : words.playerNumber(number)}
            value={player}
            maxLength={200}
            playersOf={slug}
          />
        ))}
        <TextField name={`${at}.score`} label={t.points} type="number" value={side.score} />
      </div>
      <More
        summary={words.moreOfSide}
        isOpen={hasMore(side)}
        usual="FINISHED"
        names={[
          ...['placement', 'status', 'name', 'role'].map((name) => `${at}.${name}`),
          ...participants.flatMap((own) => ['score', 'minutesPlayed', 'isGuest'].map((name) => `${own.at}.${name}`)),
        ]}
      >
        <div class="row">
          <TextField name={`${at}.placement`} label={words.placement} type="number" step={1} value={side.placement} />
          <Choice
            name={`${at}.status`}
            label={words.ended}
            value={side.status ?? 'FINISHED'}
            options={STATUSES.map(
              (status) => [status, status === 'FINISHED' ? words.finished : t.unfinished[status]] as const,
            )}
          />
          <TextField name={`${at}.name`} label={words.team} value={side.name} />
          <TextField
            {...{ name: `${at}.role`, label: words.role, value: side.role }}
            {...{ maxLength: 40, placeholder: words.rolePlaceholder }}
          />
        </div>
        {participants.map((participant) => (
          <ParticipantFields participant={participant} isAlone={isAlone} />
        ))}
      </More>
    </fieldset>
  );
}

/** Whether a side has something in the fields that few need: what would be hidden could not be corrected. */
function hasMore({ placement, status, name, role, participants }: SideInput): boolean {
  if (placement != null || (status ?? 'FINISHED') !== 'FINISHED' || name != null || role != null) return true;
  return participants.some(({ isGuest, score, minutesPlayed }) => isGuest || score != null || minutesPlayed != null);
}

interface ParticipantFieldsProps {
  readonly participant: SideInput['participants'][number] & { readonly at: string; readonly number: string };
  /** Whether the side has this one player. */
  readonly isAlone: boolean;
}

function ParticipantFields({ participant, isAlone }: ParticipantFieldsProps) {
  const { t } = useUi();
  const words = t.console.matchForm;
  const { at, number, isGuest = false, score, minutesPlayed, scoresAgainst } = participant;
  const own = (label: string) => (isAlone ? label : words.ofPlayer(label, number));
  return (
    <div class="row">
      <TextField name={`${at}.score`} label={own(words.ownPoints)} type="number" value={score} />
      <TextField name={`${at}.minutesPlayed`} label={own(words.minutes)} type="number" value={minutesPlayed} />
      <Tick name={`${at}.isGuest`} label={own(t.guest)} value={isGuest ?? false} />
      {scoresAgainst && scoresAgainst.length > 0 && (
        <input type="hidden" name={`${at}.scoresAgainst`} value={JSON.stringify(scoresAgainst)} />
      )}
    </div>
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
