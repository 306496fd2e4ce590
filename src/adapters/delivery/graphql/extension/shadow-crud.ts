import type { Schema, Shaped, Uid } from '../../../../domain/schema/schema.js';

export const shadowActions = ['create', 'find', 'findOne', 'update', 'delete'] as const;

/** An action that has a generated root field. */
export type ShadowAction = (typeof shadowActions)[number];

/** The generated parts of the GraphQL API: everything that app code has not disabled. */
export interface ShadowCrud {
  /** Whether anything is generated for the content-type or component. */
  isEnabled(uid: Uid): boolean;
  areQueriesEnabled(uid: Uid): boolean;
  areMutationsEnabled(uid: Uid): boolean;
  /** Whether the root field of this action is generated. False if all queries or mutations are disabled. */
  isActionEnabled(uid: Uid, action: ShadowAction): boolean;
  field(uid: Uid, name: string): ShadowField;
}

export interface ShadowField {
  /** Whether the field is in the type, its input or its filters. */
  readonly isEnabled: boolean;
  readonly hasInputEnabled: boolean;
  readonly hasOutputEnabled: boolean;
  readonly hasFiltersEnabled: boolean;
}

export type FieldPart = 'output' | 'input' | 'filters';

/** The same while it can be changed. Throws for uids and names that the schema does not have. */
export interface ChangingShadowCrud extends ShadowCrud {
  disable(uid: Uid): void;
  disableQueries(uid: Uid): void;
  disableMutations(uid: Uid): void;
  disableAction(uid: Uid, action: ShadowAction): void;
  disableField(uid: Uid, name: string, parts: readonly FieldPart[]): void;
}

interface Disabled {
  readonly shaped: Shaped;
  entirely: boolean;
  queries: boolean;
  mutations: boolean;
  readonly actions: Set<ShadowAction>;
  readonly fields: Map<string, Set<FieldPart>>;
}

const isQuery = (action: ShadowAction): boolean => action === 'find' || action === 'findOne';

export function createShadowCrud(schema: Schema): ChangingShadowCrud {
  const all = new Map([...schema.contentTypes, ...schema.components].map(([uid, it]) => [uid, nothing(it)]));
  const of = (uid: Uid): Disabled => {
    const found = all.get(uid);
    if (found === undefined) throw new Error(unknown('content-type', uid, all.keys()));
    return found;
  };
  const fieldOf = (uid: Uid, name: string): Set<FieldPart> => {
    const { shaped, fields } = of(uid);
    if (!shaped.attributes.has(name))
      throw new Error(unknown(`field of ${uid}`, name, shaped.attributes.keys()));
    const found = fields.get(name) ?? new Set();
    fields.set(name, found);
    return found;
  };
  const areEnabled = (uid: Uid, kind: 'queries' | 'mutations'): boolean =>
    !of(uid).entirely && !of(uid)[kind];
  return {
    isEnabled: (uid) => !of(uid).entirely,
    areQueriesEnabled: (uid) => areEnabled(uid, 'queries'),
    areMutationsEnabled: (uid) => areEnabled(uid, 'mutations'),
    isActionEnabled: (uid, action) =>
      areEnabled(uid, isQuery(known(action)) ? 'queries' : 'mutations') && !of(uid).actions.has(action),
    field: (uid, name) => {
      const disabled = fieldOf(uid, name);
      return {
        isEnabled: disabled.size < 3,
        hasInputEnabled: !disabled.has('input'),
        hasOutputEnabled: !disabled.has('output'),
        hasFiltersEnabled: !disabled.has('filters'),
      };
    },
    disable: (uid) => void (of(uid).entirely = true),
    disableQueries: (uid) => void (of(uid).queries = true),
    disableMutations: (uid) => void (of(uid).mutations = true),
    disableAction: (uid, action) => void of(uid).actions.add(known(action)),
    disableField: (uid, name, parts) => parts.forEach((part) => fieldOf(uid, name).add(part)),
  };
}

const nothing = (shaped: Shaped): Disabled => ({
  shaped,
  entirely: false,
  queries: false,
  mutations: false,
  actions: new Set(),
  fields: new Map(),
});

function known(action: ShadowAction): ShadowAction {
  if (!shadowActions.includes(action)) throw new Error(unknown('action', action, shadowActions));
  return action;
}

const unknown = (kind: string, name: unknown, there: Iterable<string>): string =>
  `shadowCRUD knows no ${kind} ${JSON.stringify(name)}; there are: ${[...there].sort().join(', ')}`;
