import type { Context } from '../../../../domain/plan/read-plan.js';
import type { Scalar } from '../../../../domain/schema/schema.js';
import { fieldOf, type VersionRow } from '../layout.js';

/** An item of a component as it is kept. */
export type ItemRow = Readonly<Record<string, unknown>>;

/** What attributes are read from: a version, or a component item inside it. */
export interface Place {
  readonly row: VersionRow;
  readonly item: ItemRow | null;
  /** The locales in which what it leads to is read. */
  readonly locale: Context['locale'];
}

/** A version reached in a context: its own locale from here on, where it has one. */
export const placeOf = (row: VersionRow, locale: Context['locale']): Place => ({
  row,
  item: null,
  locale: row.locale === '' ? locale : row.locale,
});

/** What stands under an attribute of the place. */
export const contentAt = ({ row, item }: Place, name: string): unknown => (item ?? row)[name];

/** What is kept of a scalar: versions have system fields under names of their own. */
export const scalarAt = ({ row, item }: Place, field: Scalar): unknown =>
  item === null ? row[fieldOf(field)] : item[field.name];

/** The items of a component or zone in order; a single component is a list of one or none. */
export function itemsAt(place: Place, name: string): readonly ItemRow[] {
  const content = contentAt(place, name);
  if (content === undefined || content === null) return [];
  return (Array.isArray(content) ? content : [content]) as readonly ItemRow[];
}
