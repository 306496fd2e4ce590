import { isPlainObject } from '../../../domain/document/plain-object.js';
import type { PopulateMember, Selection } from '../../../domain/query/query.js';
import { ok, type Result } from '../../../domain/result.js';
import {
  componentOf,
  type Component,
  type ComponentAttribute,
  type Shaped,
  type Zone,
} from '../../../domain/schema/schema.js';
import type { RowParams } from '../row-hooks.js';
import { editsOf, jsonOf, snapshotOf } from './hook-data.js';
import { begin, type Hooked, type RowStep } from './hooked.js';
import { readRow, type HookRow } from './read-rows.js';

/** Items of components have hooks of their own, as if each were a row. They run before those of the row that they are in. */

type Item = Record<string, unknown>;
type Holder = ComponentAttribute | Zone;

/** Runs the `after` hooks of items with what is stored of them. */
export type AfterItems = (row: Item) => Promise<void>;

/** The attributes whose items may have hooks. */
const holdersIn = ({ hooks }: Hooked, { attributes }: Shaped): readonly Holder[] =>
  [...attributes.values()].filter((attribute): attribute is Holder => {
    if (attribute.kind === 'component') return hooks.hasInside(attribute.component);
    return attribute.kind === 'zone' && attribute.components.some((uid) => hooks.hasInside(uid));
  });

/** What has to be populated of a row for the hooks of its items; empty: none may have hooks. */
export function itemMembers(hooked: Hooked, shaped: Shaped): readonly PopulateMember[] {
  const inside = (uid: string): Pick<PopulateMember, 'populate'> => {
    const members = itemMembers(hooked, componentOf(hooked.dependencies.schema, uid));
    return members.length === 0 ? {} : { populate: { all: false, members } };
  };
  return holdersIn(hooked, shaped).map((holder) =>
    holder.kind === 'component'
      ? { name: holder.name, ...inside(holder.component) }
      : {
          name: holder.name,
          on: holder.components.map((component) => ({ component, ...inside(component) })),
        },
  );
}

/** Reads the items of a stored row that may have hooks; null: there is no row, or no such items. */
export async function readItems(hooked: Hooked, step: RowStep): Promise<Result<HookRow | null>> {
  const members = itemMembers(hooked, step.type);
  if (members.length === 0) return ok(null);
  return readRow(hooked.dependencies, step, { fields: ['id'], populate: { all: false, members } });
}

/** Everything that a version has: relations with the ids of their targets, and the items that may have hooks. */
export const wholeRow = (hooked: Hooked, type: Shaped): Selection => ({
  populate: { all: true, members: itemMembers(hooked, type) },
});

/**
 * Runs the Delete hooks of the stored items that `data` leaves out, and the `before` hooks of those that it has. Items in
 * `data` become what their hooks leave.
 */
export async function beginItems(
  hooked: Hooked,
  shaped: Shaped,
  data: Item,
  stored: Item | null,
): Promise<AfterItems> {
  const afters: AfterItems[] = [];
  for (const holder of holdersIn(hooked, shaped)) {
    const { name } = holder;
    const given = data[name];
    if (given === undefined) continue;
    const [items, known] = [listOf(given), listOf(stored?.[name])];
    const kept = new Set(items.map(({ id }) => id));
    for (const item of known) if (!kept.has(item['id'])) await deleteItem(hooked, holder, item);
    const steps: BegunItem[] = [];
    for (const item of items)
      steps.push(await beginItem(hooked, holder, item, known.find(({ id }) => id === item['id']) ?? null));
    const changed = steps.map(({ item }) => item);
    if (given !== null) data[name] = Array.isArray(given) ? changed : changed[0];
    afters.push(async (row) => {
      const written = listOf(row[name]);
      for (const [index, { after }] of steps.entries()) await after(written[index] ?? {});
    });
  }
  return async (row) => {
    for (const after of afters) await after(row);
  };
}

/** Runs the Delete hooks of all items of a row. */
export async function deleteItems(hooked: Hooked, shaped: Shaped, row: Item): Promise<void> {
  for (const holder of holdersIn(hooked, shaped))
    for (const item of listOf(row[holder.name])) await deleteItem(hooked, holder, item);
}

interface BegunItem {
  readonly item: Item;
  readonly after: AfterItems;
}

async function beginItem(
  hooked: Hooked,
  holder: Holder,
  item: Item,
  stored: Item | null,
): Promise<BegunItem> {
  const component = componentIn(hooked, holder, item);
  if (component === null) return { item, after: async () => {} };
  const { __component, id, ...content } = item;
  const before = jsonOf(content);
  const afterInside = await beginItems(hooked, component, content, stored);
  const params: RowParams = stored === null ? { data: content } : { where: { id }, data: { id, ...content } };
  const after = await begin(hooked, component, stored === null ? 'Create' : 'Update', params);
  const { id: _, ...left } = isPlainObject(params.data) ? params.data : {};
  const isChanged = jsonOf(left) !== before;
  return {
    item: isChanged
      ? { ...('__component' in item && { __component }), ...('id' in item && { id }), ...left }
      : item,
    async after(written) {
      await afterInside(written);
      const { __component: _component, ...result } = written;
      const shown = snapshotOf(result);
      const event = await after(result);
      const { changed, removed } = editsOf(shown, event.result);
      const ignored = [...Object.keys(changed), ...removed];
      if (ignored.length > 0) hooked.hooks.reportIgnored(event, ignored);
    },
  };
}

/** The items inside first, as they cannot be without the item. */
async function deleteItem(hooked: Hooked, holder: Holder, item: Item): Promise<void> {
  const component = componentIn(hooked, holder, item);
  if (component === null) return;
  await deleteItems(hooked, component, item);
  const { __component, ...result } = item;
  const after = await begin(hooked, component, 'Delete', { where: { id: item['id'] } });
  await after(result);
}

function componentIn({ dependencies: { schema } }: Hooked, holder: Holder, item: Item): Component | null {
  const uid = holder.kind === 'component' ? holder.component : item['__component'];
  return typeof uid === 'string' ? (schema.components.get(uid) ?? null) : null;
}

const listOf = (value: unknown): readonly Item[] =>
  (Array.isArray(value) ? value : [value]).filter((item): item is Item => isPlainObject(item));
