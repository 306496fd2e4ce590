import { createStore } from 'zustand/vanilla';
import type { Attribute, Json } from '../../../../../domain/schema/schema.js';
import type { WireComponent } from '../../contract/types.js';
import { openKept, type Kept } from '../session/kept.js';
import { isItem, itemsIn, type Item } from './component-value.js';

/** A component that was copied, to be pasted into any entry. */
export interface Copied {
  readonly uid: string;
  readonly item: Item;
}

/**
 * Returns what a new item can have of another one: no ids, no passwords, and of links those that were read. What does not fit the
 * component, as it may have changed since, is left out.
 */
export function copyOf(components: readonly WireComponent[], uid: string, item: Item): Item {
  const { attributes = [] } = components.find((one) => one.uid === uid) ?? {};
  const members = attributes.flatMap((attribute): readonly (readonly [string, Json])[] => {
    const copied = copyOfMember(components, attribute, item[attribute.name]);
    return copied === undefined ? [] : [[attribute.name, copied]];
  });
  return { ...Object.fromEntries(members), ...('__component' in item && { __component: uid }) };
}

function copyOfMember(
  components: readonly WireComponent[],
  attribute: Attribute,
  value: Json | undefined,
): Json | undefined {
  if (value === undefined) return undefined;
  switch (attribute.kind) {
    case 'scalar':
      return attribute.system || attribute.type === 'password' ? undefined : value;
    case 'relation': {
      const { target, many } = attribute;
      if (!isItem(value) || value['target'] !== target || !Array.isArray(value['items'])) return undefined;
      return { target, many, items: value['items'].filter(isLabel), hasMore: false };
    }
    case 'component': {
      const items = itemsIn(value)
        .filter(isItem)
        .map((one) => copyOf(components, attribute.component, one));
      return attribute.repeatable ? items : (items[0] ?? null);
    }
    case 'zone':
      return itemsIn(value).flatMap((one) => {
        const uid = isItem(one)
          ? attribute.components.find((known) => known === one['__component'])
          : undefined;
        return uid === undefined ? [] : [copyOf(components, uid, one)];
      });
  }
}

const isLabel = (value: Json): boolean =>
  isItem(value) && typeof value['documentId'] === 'string' && typeof value['label'] === 'string';

/** Whether not all links of an item were read, so that a copy of it lacks some. */
export function isPartlyRead(value: Json): boolean {
  if (Array.isArray(value)) return value.some((one: Json) => isPartlyRead(one));
  if (!isItem(value)) return false;
  if (Array.isArray(value['items']) && 'hasMore' in value) return value['hasMore'] === true;
  return Object.values(value).some((one) => isPartlyRead(one ?? null));
}

const decode = (given: unknown): Copied | null => {
  const { uid, item } = (given ?? {}) as Partial<Copied>;
  return typeof uid === 'string' && isItem(item) ? { uid, item } : null;
};

/** What was copied last, here or in another tab. */
export const copied = createStore<{ readonly latest: Copied | null }>(() => ({ latest: null }));

let kept: Kept<Copied> | null = null;

/** Begins to hear of what an administrator copies. */
export function openCopied(administrator: string): void {
  if (kept !== null) return;
  kept = openKept(administrator, ['copied'], decode);
  const read = (): void => copied.setState({ latest: kept?.read() ?? null });
  addEventListener('storage', read);
  read();
}

export function copy(latest: Copied): void {
  copied.setState({ latest });
  kept?.write(latest);
  // For programs, and other pages: who copies JSON can look at it.
  navigator.clipboard?.writeText(JSON.stringify(latest, null, 2)).catch(() => undefined);
}
