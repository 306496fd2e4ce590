import type { ChangingShadowCrud, FieldPart, ShadowAction } from './shadow-crud.js';

/** The result of `shadowCRUD(uid)`: chainable functions that disable parts, and getters. */
export interface ShadowType {
  disable(): this;
  disableQueries(): this;
  disableMutations(): this;
  disableAction(action: ShadowAction): this;
  disableActions(actions?: readonly ShadowAction[]): this;
  field(name: string): ShadowTypeField;
  isEnabled(): boolean;
  isDisabled(): boolean;
  areQueriesEnabled(): boolean;
  areQueriesDisabled(): boolean;
  areMutationsEnabled(): boolean;
  areMutationsDisabled(): boolean;
  isActionEnabled(action: ShadowAction): boolean;
  isActionDisabled(action: ShadowAction): boolean;
}

export interface ShadowTypeField {
  disable(): this;
  disableOutput(): this;
  disableInput(): this;
  disableFilters(): this;
  isEnabled(): boolean;
  isDisabled(): boolean;
  hasInputEnabled(): boolean;
  hasOutputEnabled(): boolean;
  hasFiltersEnabled(): boolean;
}

/** `change` applies a change, or throws after the schema is built. Throws for an unknown uid. */
export function createShadowType(
  shadow: ChangingShadowCrud,
  uid: string,
  change: (make: () => void) => void,
): ShadowType {
  shadow.isEnabled(uid);
  const type: ShadowType = {
    disable: () => (change(() => shadow.disable(uid)), type),
    disableQueries: () => (change(() => shadow.disableQueries(uid)), type),
    disableMutations: () => (change(() => shadow.disableMutations(uid)), type),
    disableAction: (action) => (change(() => shadow.disableAction(uid, action)), type),
    disableActions: (actions = []) => {
      actions.forEach((action) => type.disableAction(action));
      return type;
    },
    field: (name) => createField(shadow, uid, name, change),
    isEnabled: () => shadow.isEnabled(uid),
    isDisabled: () => !type.isEnabled(),
    areQueriesEnabled: () => shadow.areQueriesEnabled(uid),
    areQueriesDisabled: () => !type.areQueriesEnabled(),
    areMutationsEnabled: () => shadow.areMutationsEnabled(uid),
    areMutationsDisabled: () => !type.areMutationsEnabled(),
    isActionEnabled: (action) => shadow.isActionEnabled(uid, action),
    isActionDisabled: (action) => !type.isActionEnabled(action),
  };
  return type;
}

function createField(
  shadow: ChangingShadowCrud,
  uid: string,
  name: string,
  change: (make: () => void) => void,
): ShadowTypeField {
  const state = () => shadow.field(uid, name);
  state();
  const disable = (...parts: readonly FieldPart[]): ShadowTypeField => {
    change(() => shadow.disableField(uid, name, parts));
    return field;
  };
  const field: ShadowTypeField = {
    disable: () => disable('output', 'input', 'filters'),
    disableOutput: () => disable('output'),
    disableInput: () => disable('input'),
    disableFilters: () => disable('filters'),
    isEnabled: () => state().isEnabled,
    isDisabled: () => !state().isEnabled,
    hasInputEnabled: () => state().hasInputEnabled,
    hasOutputEnabled: () => state().hasOutputEnabled,
    hasFiltersEnabled: () => state().hasFiltersEnabled,
  };
  return field;
}
