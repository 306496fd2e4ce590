import { componentOf, type Component, type Schema, type Uid } from '../../../../domain/schema/schema.js';
import { convertItemValue, type Known } from './shape-conversion.js';

/** The components whose stored items have to be rewritten: their own attributes changed, or those of one inside. */
export interface ChangedComponents {
  readonly known: Known;
  readonly attributes: ReadonlyMap<Uid, readonly ChangedAttribute[]>;
  /** Whether values of a shape can hold such items. */
  touches(shape: string): boolean;
}

export interface ChangedAttribute {
  readonly name: string;
  readonly former: string;
  readonly from: string;
  readonly to: string;
}

/** Goes on until nothing more is found: a component changes with those inside it. */
export function changedComponents(schema: Schema, known: Known): ChangedComponents {
  const attributes = new Map<Uid, readonly ChangedAttribute[]>();
  const touches = (shape: string): boolean => {
    const [kind, uid = ''] = shape.split(':');
    return kind === 'zone'
      ? attributes.size > 0
      : (kind === 'component' || kind === 'components') && attributes.has(uid);
  };
  const components = Object.keys(known.before)
    .filter((uid) => schema.components.has(uid))
    .map((uid) => componentOf(schema, uid));
  for (let depth = 0; depth <= components.length; depth++) {
    for (const component of components) {
      const changed = changedAttributes(component, known, touches);
      if (changed.length > 0) attributes.set(component.uid, changed);
    }
  }
  return { known, attributes, touches };
}

function changedAttributes(
  component: Component,
  known: Known,
  touches: (shape: string) => boolean,
): readonly ChangedAttribute[] {
  const before = known.before[component.uid] ?? {};
  const after = known.after[component.uid] ?? {};
  return [...component.attributes.values()].flatMap(({ name, renamedFrom }): ChangedAttribute[] => {
    const renamed =
      !(name in before) && renamedFrom !== undefined && renamedFrom in before && !(renamedFrom in after);
    const former = renamed ? renamedFrom : name;
    const from = before[former];
    const to = after[name];
    if (from === undefined || to === undefined) return [];
    const converts = convertItemValue(from, to, `'null'::jsonb`, known) !== null;
    return renamed || converts || touches(from) ? [{ name, former, from, to }] : [];
  });
}
