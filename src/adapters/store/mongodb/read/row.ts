import type { Context } from '../../../../domain/plan/read-plan.js';
import type { Scalar } from '../../../../domain/schema/schema.js';
import { fieldOf } from '../layout.js';
import type { FieldNames } from './field-names.js';

/** A version as it is kept (`VersionRow`), and what it has brought along. */
export abstract class Row {
  /** Undefined: nothing is kept there. */
  abstract get(field: string): unknown;
  /** The rows in a field; `names`: what they will be asked for. */
  abstract rows(field: string, names: FieldNames): readonly Row[];

  text(field: string): string {
    return this.get(field) as string;
  }

  get _id(): number {
    return Number(this.get('_id'));
  }

  get documentId(): string {
    return this.text('documentId');
  }

  get locale(): string {
    return this.text('locale');
  }
}

export class ObjectRow extends Row {
  constructor(private readonly row: Readonly<Record<string, unknown>>) {
    super();
  }

  get(field: string): unknown {
    return this.row[field];
  }

  rows(field: string): readonly Row[] {
    const rows = (this.get(field) ?? []) as readonly Readonly<Record<string, unknown>>[];
    return rows.map((row) => new ObjectRow(row));
  }
}

/** An item of a component as it is kept. */
export type ItemRow = Readonly<Record<string, unknown>>;

/** What attributes are read from: a version, or a component item inside it. */
export interface Place {
  readonly row: Row;
  readonly item: ItemRow | null;
  /** The locales in which what it leads to is read. */
  readonly locale: Context['locale'];
}

/** A version reached in a context: its own locale from here on, where it has one. */
export function placeOf(row: Row, locale: Context['locale']): Place {
  const named = row.locale;
  return { row, item: null, locale: named === '' ? locale : named };
}

/** What stands under an attribute of the place. */
export const contentAt = ({ row, item }: Place, name: string): unknown =>
  item === null ? row.get(name) : item[name];

/** What is kept of a scalar: versions have system fields under names of their own. */
export const scalarAt = ({ row, item }: Place, field: Scalar): unknown =>
  item === null ? row.get(fieldOf(field)) : item[field.name];

/** The items of a component or zone in order; a single component is a list of one or none. */
export function itemsAt(place: Place, name: string): readonly ItemRow[] {
  const content = contentAt(place, name);
  if (content === undefined || content === null) return [];
  return (Array.isArray(content) ? content : [content]) as readonly ItemRow[];
}
