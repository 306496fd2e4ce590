import type { Attribute, Json } from '../../../../../domain/schema/schema.js';
import type { WireComponent } from '../../contract/types.js';
import { isItem, itemsIn, type Item, type Nested } from './component-value.js';
import { entriesOf, type Edits } from './edits.js';

/** Removes the passwords from what is typed. It is the same object where there are none. */
export interface Secrets {
  withoutIn(edits: Edits): Edits;
  /** Null where the attribute is a password itself. */
  withoutAt(name: string, value: Json): Json;
  readonly names: ReadonlySet<string>;
}

const isSecret = (attribute: Attribute): boolean =>
  attribute.kind === 'scalar' && attribute.type === 'password';

export function secretsOf(components: readonly WireComponent[], attributes: readonly Attribute[]): Secrets {
  const byUid = new Map(components.map((component) => [component.uid, component]));
  const names = new Set(attributes.filter(isSecret).map(({ name }) => name));
  const nested = new Map(
    attributes.flatMap((one) =>
      one.kind === 'component' || one.kind === 'zone' ? [[one.name, one] as const] : [],
    ),
  );

  const withoutOne = (attribute: Nested, item: Item): Item => {
    const uid = attribute.kind === 'component' ? attribute.component : item['__component'];
    const inside = byUid.get(typeof uid === 'string' ? uid : '')?.attributes ?? [];
    let bare = item;
    for (const member of inside) {
      const value = item[member.name];
      if (value === undefined) continue;
      if (isSecret(member)) {
        // Symbols stay: they name items that are not saved yet.
        const { [member.name]: _, ...others } = bare;
        bare = others;
      } else if (member.kind === 'component' || member.kind === 'zone') {
        const next = without(member, value);
        if (next !== value) bare = { ...bare, [member.name]: next };
      }
    }
    return bare;
  };
  const without = (attribute: Nested, value: Json): Json => {
    const items = itemsIn(value);
    const bare = items.map((item) => (isItem(item) ? withoutOne(attribute, item) : item));
    if (bare.every((item, at) => item === items[at])) return value;
    return Array.isArray(value) ? bare : (bare[0] ?? null);
  };
  const withoutAt = (name: string, value: Json): Json => {
    if (names.has(name)) return null;
    const attribute = nested.get(name);
    return attribute === undefined ? value : without(attribute, value);
  };

  return {
    names,
    withoutAt,
    withoutIn(edits) {
      const values = Object.entries(edits.values).map(
        ([name, value]) => [name, withoutAt(name, value)] as const,
      );
      if (values.every(([name, value]) => !names.has(name) && value === edits.values[name])) return edits;
      return { ...edits, values: entriesOf(Object.fromEntries(values), ([name]) => !names.has(name)) };
    },
  };
}
