import { isPlainObject, type PlainObject } from '../../../../../../domain/document/plain-object.js';
import type { ShapeView } from '../../../contract/type-builder.js';
import { attributesOf, textIn } from '../definitions.js';

/** An attribute in a layout file, with what the file says of it besides the name. */
export interface Row {
  readonly name: string;
  readonly options: PlainObject;
}

/** A tab; the only one of a layout without tabs has no label. */
export interface Part {
  readonly label?: string;
  readonly help?: string;
  readonly rows: readonly Row[];
}

/** A layout while it is edited. */
export interface LayoutModel {
  readonly parts: readonly Part[];
  readonly title: string;
  /** Undefined: the page chooses. */
  readonly columns: readonly string[] | undefined;
}

const listIn = (holder: PlainObject, name: string): readonly unknown[] => {
  const value = holder[name];
  return Array.isArray(value) ? (value as readonly unknown[]) : [];
};

/** Attributes that the page never shows. */
const isPrivate = (attribute: PlainObject): boolean =>
  attribute['private'] === true && attribute['type'] !== 'password';

/** Reads what a file says, with the attributes that it does not name where the page shows them. */
export function modelOf(shape: ShapeView, layout: PlainObject | null): LayoutModel {
  const given = layout ?? {};
  const tabs = listIn(given, 'tabs').filter(isPlainObject);
  const parts: readonly Part[] =
    tabs.length === 0
      ? [{ rows: rowsIn(given) }]
      : tabs.map((tab) => ({
          label: textIn(tab, 'label'),
          ...(tab['help'] !== undefined && { help: textIn(tab, 'help') }),
          rows: rowsIn(tab),
        }));
  const named = new Set(parts.flatMap(({ rows }) => rows.map(({ name }) => name)));
  const others = attributesOf(shape)
    .filter(([name, attribute]) => !named.has(name) && !isPrivate(attribute))
    .map(([name]): Row => ({ name, options: {} }));
  const columns = given['columns'];
  return {
    parts: parts.map((part, at) => (at === 0 ? { ...part, rows: [...part.rows, ...others] } : part)),
    title: textIn(given, 'title'),
    columns: Array.isArray(columns) ? columns.filter((one) => typeof one === 'string') : undefined,
  };
}

const rowsIn = (holder: PlainObject): readonly Row[] =>
  listIn(holder, 'attributes').flatMap((item): readonly Row[] => {
    if (typeof item === 'string') return [{ name: item, options: {} }];
    if (!isPlainObject(item)) return [];
    const { name, ...options } = item;
    return typeof name === 'string' ? [{ name, options }] : [];
  });

/** Returns what the file says then. */
export function definitionOf({ parts, title, columns }: LayoutModel): PlainObject {
  const written = (rows: readonly Row[]) =>
    rows.map(({ name, options }) => (Object.keys(options).length === 0 ? name : { name, ...options }));
  const [first] = parts;
  const hasTabs = parts.length > 1 || first?.label !== undefined;
  return {
    ...(title !== '' && { title }),
    ...(columns !== undefined && { columns }),
    ...(hasTabs
      ? {
          tabs: parts.map(({ label = '', help, rows }) => ({
            label,
            ...(help !== undefined && help !== '' && { help }),
            attributes: written(rows),
          })),
        }
      : { attributes: written(first?.rows ?? []) }),
  };
}

/** All rows in order, each with the place of its part. */
const flat = ({ parts }: LayoutModel) =>
  parts.flatMap(({ rows }, part) => rows.map((row) => ({ row, part })));

/** Moves a row, by its place among all rows, to that of another one and into its tab. */
export function withRowMoved(model: LayoutModel, from: number, to: number): LayoutModel {
  const rows = flat(model);
  const [moved, target] = [rows[from], rows[to]];
  if (moved === undefined || target === undefined) return model;
  const others = rows.toSpliced(from, 1).toSpliced(to, 0, { row: moved.row, part: target.part });
  return {
    ...model,
    parts: model.parts.map((part, at) => ({
      ...part,
      rows: others.filter((one) => one.part === at).map(({ row }) => row),
    })),
  };
}

/** Changes what is said of a row, and which part it is in: the end of another one. */
export function withRow(model: LayoutModel, row: Row, part: number): LayoutModel {
  return {
    ...model,
    parts: model.parts.map((one, at) => {
      const has = one.rows.some(({ name }) => name === row.name);
      if (at !== part) return has ? { ...one, rows: one.rows.filter(({ name }) => name !== row.name) } : one;
      return {
        ...one,
        rows: has ? one.rows.map((other) => (other.name === row.name ? row : other)) : [...one.rows, row],
      };
    }),
  };
}

/** Adds a tab at the end. The attributes of a layout without tabs become the first one, called `firstLabel`. */
export const withTab = (model: LayoutModel, tab: Part, firstLabel: string): LayoutModel => ({
  ...model,
  parts: [...model.parts.map((part) => ({ ...part, label: part.label ?? firstLabel })), tab],
});

/** Removes a tab; its rows go to the end of the one before it, or of the next one. */
export function withoutTab(model: LayoutModel, at: number): LayoutModel {
  const { rows = [] } = model.parts[at] ?? {};
  const heir = at === 0 ? 1 : at - 1;
  const parts = model.parts
    .map((part, index) => (index === heir ? { ...part, rows: [...part.rows, ...rows] } : part))
    .toSpliced(at, 1);
  const [only, ...more] = parts;
  return { ...model, parts: only !== undefined && more.length === 0 ? [{ rows: only.rows }] : parts };
}
