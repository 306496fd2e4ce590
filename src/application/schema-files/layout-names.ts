import { isPlainObject, own, type PlainObject } from '../../domain/document/plain-object.js';
import type { Uid } from '../../domain/schema/schema.js';
import type { EditedFiles } from './edited-files.js';

/** What becomes of a name in the files of layouts; null: it goes. */
type NewName = string | null;

/** Gives an attribute its new name in all layouts and conditions, or takes it out of them and says which conditions go. */
export function nameInLayouts(files: EditedFiles, uid: Uid, name: string, to: NewName): void {
  if (to === null) mentionConditions(files, uid, name);
  for (const other of files.uids) {
    const layout = files.layout(other);
    if (layout === undefined) continue;
    const named = other === uid ? nameInLayout(layout, name, to) : layout;
    const whole = relationsTo(files, other, uid).reduce<PlainObject>(
      (changed, relation) => columnInLayout(changed, relation, name, to),
      named,
    );
    if (JSON.stringify(whole) !== JSON.stringify(layout)) files.setLayout(other, whole);
  }
  inConditions(files, uid, name, to);
}

function mentionConditions(files: EditedFiles, uid: Uid, name: string): void {
  const ofLayout = conditionsNaming(files.layout(uid) ?? {}, name);
  const ofSchema = attributesWith(files, uid, name).map(([other]) => other);
  for (const other of new Set([...ofLayout, ...ofSchema]))
    if (other !== name) files.mentions.push({ kind: 'condition', name: other, type: uid, attribute: name });
}

const relationsTo = (files: EditedFiles, from: Uid, to: Uid): readonly string[] =>
  Object.entries(files.attributes(from)).flatMap(([name, attribute]) =>
    isPlainObject(attribute) && own(attribute, 'target') === to ? [name] : [],
  );

/** The attributes whose condition in the schema file names another one. */
const attributesWith = (files: EditedFiles, uid: Uid, name: string) =>
  Object.entries(files.attributes(uid)).flatMap(([other, attribute]) => {
    const conditions = isPlainObject(attribute) ? own(attribute, 'conditions') : undefined;
    return namesVariable(conditions, name) ? [[other, conditions] as const] : [];
  });

function inConditions(files: EditedFiles, uid: Uid, name: string, to: NewName): void {
  for (const [other, conditions] of attributesWith(files, uid, name))
    files.put(
      uid,
      ['attributes', other, 'conditions'],
      to === null ? undefined : withVariable(conditions, name, to),
    );
}

/** Gives an attribute another name wherever its own layout names it, or takes it out. */
function nameInLayout(layout: PlainObject, name: string, to: NewName): PlainObject {
  const { title, columns, attributes, tabs, ...rest } = layout;
  const listed = (list: unknown): unknown => (Array.isArray(list) ? namedIn(list, name, to) : list);
  const inTab = (tab: unknown): unknown =>
    isPlainObject(tab) && Array.isArray(tab['attributes'])
      ? { ...tab, attributes: listed(tab['attributes']) }
      : tab;
  return ordered(layout, {
    ...rest,
    ...(title !== undefined && (title !== name || to !== null) && { title: title === name ? to : title }),
    ...(columns !== undefined && { columns: columnsWith(columns, [name], to) }),
    ...(attributes !== undefined && { attributes: listed(attributes) }),
    ...(tabs !== undefined && { tabs: Array.isArray(tabs) ? tabs.map(inTab) : tabs }),
  });
}

/** The same for columns that lead through a relation to the attribute. */
function columnInLayout(layout: PlainObject, relation: string, name: string, to: NewName): PlainObject {
  const { columns } = layout;
  return columns === undefined ? layout : { ...layout, columns: columnsWith(columns, [relation, name], to) };
}

/** The attributes whose condition names another one. */
function conditionsNaming(layout: PlainObject, name: string): readonly string[] {
  const tabs = Array.isArray(layout['tabs']) ? (layout['tabs'] as readonly unknown[]) : [layout];
  return tabs
    .flatMap((tab): readonly unknown[] => {
      const list = isPlainObject(tab) ? own(tab, 'attributes') : undefined;
      return Array.isArray(list) ? list : [];
    })
    .flatMap((item) =>
      isPlainObject(item) && names(own(item, 'visibleIf'), name) && typeof item['name'] === 'string'
        ? [item['name']]
        : [],
    );
}

/** Keeps the order of the members. */
const ordered = (former: PlainObject, value: PlainObject): PlainObject =>
  Object.fromEntries(
    Object.keys(former).flatMap((key) => (Object.hasOwn(value, key) ? [[key, value[key]]] : [])),
  );

function columnsWith(columns: unknown, path: readonly string[], to: NewName): unknown {
  if (!Array.isArray(columns)) return columns;
  const [old, depth] = [path.join('.'), path.length];
  return (columns as readonly unknown[]).flatMap((column) => {
    if (typeof column !== 'string' || (column !== old && !column.startsWith(`${old}.`))) return [column];
    return to === null
      ? []
      : [
          column
            .split('.')
            .with(depth - 1, to)
            .join('.'),
        ];
  });
}

const namedIn = (list: readonly unknown[], name: string, to: NewName): readonly unknown[] =>
  list.flatMap((item): readonly unknown[] => {
    const its = isPlainObject(item) ? item['name'] : item;
    if (its === name && to === null) return [];
    const named = its === name ? (isPlainObject(item) ? { ...item, name: to } : to) : item;
    return [isPlainObject(named) ? withCondition(named, name, to) : named];
  });

function withCondition(item: PlainObject, name: string, to: NewName): PlainObject {
  const { visibleIf, ...rest } = item;
  if (!names(visibleIf, name)) return item;
  return to === null ? rest : ordered(item, { ...rest, visibleIf: filterWith(visibleIf, name, to) });
}

/** Attributes are the keys that are no operators; below one there are only operators. */
const names = (filter: unknown, name: string): boolean =>
  Array.isArray(filter)
    ? filter.some((part) => names(part, name))
    : isPlainObject(filter) &&
      Object.entries(filter).some(([key, value]) =>
        key.startsWith('$') ? names(value, name) : key === name,
      );

function filterWith(filter: unknown, name: string, to: string): unknown {
  if (Array.isArray(filter)) return filter.map((part: unknown) => filterWith(part, name, to));
  if (!isPlainObject(filter)) return filter;
  return Object.fromEntries(
    Object.entries(filter).map(([key, value]) =>
      key.startsWith('$') ? [key, filterWith(value, name, to)] : [key === name ? to : key, value],
    ),
  );
}

/** Whether JSON Logic names a variable. */
const namesVariable = (rule: unknown, name: string): boolean =>
  Array.isArray(rule)
    ? rule.some((part) => namesVariable(part, name))
    : isPlainObject(rule) &&
      Object.entries(rule).some(([key, value]) =>
        key === 'var' ? [value].flat()[0] === name : namesVariable(value, name),
      );

/** Gives a variable of JSON Logic another name. */
function withVariable(rule: unknown, name: string, to: string): unknown {
  if (Array.isArray(rule)) return rule.map((part: unknown) => withVariable(part, name, to));
  if (!isPlainObject(rule)) return rule;
  return Object.fromEntries(
    Object.entries(rule).map(([key, value]) => {
      if (key !== 'var') return [key, withVariable(value, name, to)];
      if (!Array.isArray(value)) return [key, value === name ? to : value];
      return [key, (value as readonly unknown[]).map((one, at) => (at === 0 && one === name ? to : one))];
    }),
  );
}
