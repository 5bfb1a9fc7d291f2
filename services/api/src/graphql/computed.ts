import { type ClassType, Ctx, FieldResolver, type MaybePromise, Resolver, Root } from 'type-graphql';
import type { League } from '../league/league.js';
import type { Player } from '../player/player.js';
import type { Context } from './context.js';
import type { FieldType } from './declare.js';
import { LeagueType } from './league/league.type.js';
import { PlayerType } from './player/player.type.js';

/** A field without arguments that is made from its object, and how. */
export interface ComputedField<Own, Value = unknown> {
  readonly type: FieldType;
  readonly description: string;
  readonly nullable: boolean;
  readonly compute: (own: Own, context: Context) => Value;
}

/** Adds fields to a type, each of which is made from the object. Fields with arguments are in a class of resolvers. */
export function computeFields<Own>(type: ClassType, fields: Readonly<Record<string, ComputedField<Own>>>): void {
  class Declared {}
  const { prototype } = Declared;
  for (const [name, { type: own, compute, ...options }] of Object.entries(fields)) {
    Object.assign(prototype, { [name]: compute });
    Root()(prototype, name, 0);
    Ctx()(prototype, name, 1);
    FieldResolver(() => own as ClassType, options)(prototype, name, {});
  }
  Resolver(() => type)(Declared);
}

/** A field that is never null. @param description meaning, unit and range */
export function computed<Own>(
  type: FieldType,
  description: string,
  compute: ComputedField<Own>['compute'],
): ComputedField<Own> {
  return { type, description, nullable: false, compute };
}

/** A field that can be null. @param description meaning, unit, range, and when it is null */
export function computedOptional<Own>(
  type: FieldType,
  description: string,
  compute: ComputedField<Own>['compute'],
): ComputedField<Own> {
  return { type, description, nullable: true, compute };
}

/** The league that an object belongs to. */
export function itsLeague(description = 'The league.'): ComputedField<{ readonly leagueId: number }, Promise<League>> {
  return {
    type: LeagueType,
    description,
    nullable: false,
    compute: ({ leagueId }, { loaders }) => loaders.league.load(leagueId),
  };
}

/** A player. @param find the player's id, or the player where it was read already */
export function itsPlayer<Own = { readonly playerId: number }>(
  description: string,
  find: (own: Own) => number | Player = (own) => (own as { readonly playerId: number }).playerId,
): ComputedField<Own, MaybePromise<Player>> {
  const compute = (own: Own, context: Context) => {
    const found = find(own);
    return typeof found === 'number' ? context.loaders.player.load(found) : found;
  };
  return { type: PlayerType, description, nullable: false, compute };
}
