import type { Action } from '../../../../../../domain/permission/permission.js';
import { isSystem } from '../../../../../../domain/schema/schema.js';
import type { Json, Uid } from '../../../../../../domain/schema/schema.js';
import type { DeclaredController, WireGrant } from '../../../contract/grants.js';
import type { WireType } from '../../../contract/types.js';
import { nameOfType } from '../../messages/names.js';

/** A content-type or a controller of the app's code, and what can be granted on it. */
export interface Grantable {
  readonly uid: Uid;
  readonly name: string;
  readonly actions: readonly string[];
  /** The attributes that grants can name. */
  readonly fields: readonly string[];
  readonly localized: boolean;
}

/** The columns of the matrix; each stands for some actions. */
export const columns = [
  'read',
  'drafts',
  'create',
  'update',
  'delete',
  'publish',
  'history',
  'other',
] as const;
export type Column = (typeof columns)[number];

const actionsOf: Readonly<Record<Exclude<Column, 'other'>, readonly Action[]>> = {
  read: ['find', 'findOne'],
  drafts: ['findDrafts'],
  create: ['create'],
  update: ['update'],
  delete: ['delete'],
  publish: ['publish', 'unpublish', 'discardDraft'],
  history: ['history'],
};
const named = new Set<string>(Object.values(actionsOf).flat());

/** The actions of a column that can be granted on a type; those of controllers are `other`. */
export const actionsIn = ({ actions }: Grantable, column: Column): readonly string[] =>
  actions.filter((action) =>
    column === 'other' ? !named.has(action) : (actionsOf[column] as readonly string[]).includes(action),
  );

/** Whether grants of a column can name attributes, locales and conditions. */
export const limitsOf = (column: Column): { readonly fields: boolean; readonly rows: boolean } => ({
  fields: ['read', 'drafts', 'create', 'update'].includes(column),
  rows: column !== 'history' && column !== 'other',
});

const collection = ['find', 'findOne', 'create', 'update', 'delete'];
const single = ['find', 'update', 'delete'];
const ofDrafts = ['findDrafts', 'publish', 'unpublish', 'discardDraft'];

/** Without what administrators alone can be granted. */
export const contentOf = (types: readonly WireType[]): readonly WireType[] =>
  types.filter(({ uid }) => !uid.startsWith('plugin::admin.'));

export function grantableOf(
  types: readonly WireType[],
  declared: readonly DeclaredController[],
): readonly Grantable[] {
  const more = new Map(declared.map(({ uid, actions }) => [uid, actions]));
  const content = types.map((type): Grantable => {
    const { uid, kind, draftAndPublish, history, localized, attributes } = type;
    const own = [
      ...(kind === 'singleType' ? single : collection),
      ...(draftAndPublish ? ofDrafts : []),
      ...(history === null ? [] : ['history']),
    ];
    return {
      uid,
      name: nameOfType(type),
      actions: [...new Set([...own, ...(more.get(uid) ?? [])])],
      fields: attributes.filter((attribute) => !isSystem(attribute)).map(({ name }) => name),
      localized,
    };
  });
  const known = new Set(types.map(({ uid }) => uid));
  const controllers = declared
    .filter(({ uid }) => !known.has(uid))
    .map(({ uid, actions }): Grantable => ({ uid, name: uid, actions, fields: [], localized: false }));
  return [...content, ...controllers];
}

/** Whom `$me` means in the conditions of a grant. */
export type Holder = 'user' | 'administrator' | 'nobody';

export interface Limits {
  /** Null: all. */
  readonly fields: readonly string[] | null;
  /** The condition, in the form of a request's `filters`; null: none. */
  readonly filters: Json;
}

/** What is granted, by type and action. */
export type Held = Readonly<Record<string, Limits>>;

export const keyOf = (type: Uid, action: string): string => `${type} ${action}`;

export const heldIn = (grants: readonly WireGrant[]): Held =>
  Object.fromEntries(
    grants.flatMap(({ type, actions, fields = null, filters = null }) =>
      actions.map((action) => [keyOf(type, action), { fields, filters }] as const),
    ),
  );

/** The same of a role that may do everything, where `grants` is null. */
export const heldBy = (grants: readonly WireGrant[] | null, grantable: readonly Grantable[]): Held =>
  grants === null
    ? Object.fromEntries(
        grantable.flatMap(({ uid, actions }) =>
          actions.map((action) => [keyOf(uid, action), { fields: null, filters: null }] as const),
        ),
      )
    : heldIn(grants);

/** One grant for each action; the server puts together what has the same limits. */
export const grantsIn = (held: Held): readonly WireGrant[] =>
  Object.entries(held).map(([key, { fields, filters }]) => {
    const [type = '', action = ''] = key.split(' ');
    return {
      type,
      actions: [action as Action],
      ...(fields !== null && { fields }),
      ...(filters !== null && { filters }),
    };
  });

export type CellState = 'none' | 'some' | 'all';

/** Undefined where nothing can be granted. */
export function stateOf(held: Held, grantable: Grantable, column: Column): CellState | undefined {
  const actions = actionsIn(grantable, column);
  if (actions.length === 0) return undefined;
  const found = actions.map((action) => held[keyOf(grantable.uid, action)]);
  if (found.every((limits) => limits === undefined)) return 'none';
  return found.every((limits) => limits?.fields === null && limits.filters === null) ? 'all' : 'some';
}

/** Grants these actions with the same limits, or takes them away. */
export function withActions(held: Held, type: Uid, actions: readonly string[], limits: Limits | null): Held {
  const keys = new Set(actions.map((action) => keyOf(type, action)));
  const others = Object.entries(held).filter(([key]) => !keys.has(key));
  return Object.fromEntries([
    ...others,
    ...(limits === null ? [] : [...keys].map((key) => [key, limits] as const)),
  ]);
}

/** An action that two have with different limits, or one of them not at all. */
export interface HeldDifference {
  readonly type: Uid;
  readonly action: string;
  readonly one: Limits | undefined;
  readonly other: Limits | undefined;
}

/** By type, then by action. */
export const differencesBetween = (one: Held, other: Held): readonly HeldDifference[] =>
  [...new Set([...Object.keys(one), ...Object.keys(other)])]
    .filter((key) => textOf(one[key]) !== textOf(other[key]))
    .toSorted()
    .map((key) => {
      const [type = '', action = ''] = key.split(' ');
      return { type, action, one: one[key], other: other[key] };
    });

/** The number of actions that differ. */
export const changesBetween = (before: Held, after: Held): number => differencesBetween(before, after).length;

/** The same text for the same limits, in whatever order a store returns them. */
export function textOf(limits: Limits | undefined): string | null {
  if (limits === undefined) return null;
  return JSON.stringify([limits.fields?.toSorted() ?? null, sorted(limits.filters)]);
}

function sorted(value: Json): Json {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(sorted);
  const entries = Object.entries(value as Readonly<Record<string, Json>>);
  return Object.fromEntries(
    entries.toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([key, each]) => [key, sorted(each)]),
  );
}

/** The grants of what is not in the matrix: it is kept as it is. */
export const outside = (held: Held, grantable: readonly Grantable[]): readonly string[] => {
  const known = new Set(grantable.flatMap(({ uid, actions }) => actions.map((action) => keyOf(uid, action))));
  const types = new Set(grantable.map(({ uid }) => uid));
  return Object.keys(held).filter((key) => {
    const [type = '', action = ''] = key.split(' ');
    // Built-in roles have actions that some content-types lack, such as publishing: these say nothing.
    return !known.has(key) && !(types.has(type) && named.has(action));
  });
};

/** The locales that a condition names beside others; null: all. */
export function localesIn(filters: Json): {
  readonly locales: readonly string[] | null;
  readonly rest: Json;
} {
  if (typeof filters !== 'object' || filters === null || Array.isArray(filters))
    return { locales: null, rest: filters };
  const { locale, ...others } = filters as Readonly<Record<string, Json>>;
  const rest = Object.keys(others).length === 0 ? null : others;
  if (typeof locale === 'string') return { locales: [locale], rest };
  const inside = (locale as { readonly $in?: Json } | undefined)?.$in;
  const isList = Array.isArray(inside) && inside.every((one) => typeof one === 'string');
  const isPlain = isList && Object.keys(locale as object).length === 1;
  return isPlain ? { locales: inside, rest } : { locales: null, rest: filters };
}

export function withLocales(rest: Json, locales: readonly string[] | null): Json {
  if (locales === null) return rest;
  const locale: Json = locales.length === 1 ? (locales[0] ?? '') : { $in: [...locales] };
  return { ...(rest as Readonly<Record<string, Json>> | null), locale };
}
