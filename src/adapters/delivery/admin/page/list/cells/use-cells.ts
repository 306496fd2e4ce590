import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState, type RefObject } from 'react';
import type { Attribute, Json, Scalar } from '../../../../../../domain/schema/schema.js';
import type { DocumentRow } from '../../../contract/documents.js';
import type { WireType } from '../../../contract/types.js';
import { say } from '../../messages/messages.js';
import { useSession } from '../../session/session.js';
import type { Column } from '../columns.js';
import { editableIn, type CellNote } from './editable.js';
import { withEntry } from './with-entry.js';

/** Where the edit of a cell leads next; `stay`: back to the cell, `away`: the focus is elsewhere already. */
export type Leading = 'down' | 'right' | 'left' | 'stay' | 'away';

/** What rows do with their cells; it is the same object for all rows of a list. */
export interface CellActions {
  edit(row: DocumentRow, name: string): void;
  /** `value` undefined: nothing is saved. */
  leave(row: DocumentRow, attribute: Scalar, value: Json | undefined, leading: Leading): void;
  save(row: DocumentRow, name: string, value: Json): void;
  drop(row: DocumentRow, name: string): void;
}

type Notes = ReadonlyMap<string, CellNote>;

export interface Cells {
  /** The attributes that can be edited, in the order of the columns. */
  readonly names: readonly string[];
  readonly actions: CellActions;
  /** The cell of a row that is being edited. */
  editedIn(row: DocumentRow): string | null;
  notesOf(row: DocumentRow): Notes | undefined;
}

interface Shown {
  readonly type: WireType;
  readonly label: Attribute | undefined;
  readonly columns: readonly Column[];
  readonly rows: readonly DocumentRow[];
  readonly body: RefObject<HTMLTableSectionElement | null>;
}

interface Place {
  readonly row: string;
  readonly name: string;
}

const keyOf = ({ documentId, locale }: DocumentRow): string => `${documentId} ${locale ?? ''}`;

/** Edits cells of a list, each of which is saved by itself. */
export function useCells(shown: Shown): Cells {
  const { type, label, columns } = shown;
  const session = useSession();
  const client = useQueryClient();
  const [open, setOpen] = useState<Place | null>(null);
  const [notes, setNotes] = useState<ReadonlyMap<string, Notes>>(new Map());
  const names = useMemo(() => {
    const isEditable = editableIn(type, session);
    const own = columns.filter(({ through }) => through === undefined).map(({ attribute }) => attribute);
    return [label, ...own].filter(isEditable).map(({ name }) => name);
  }, [type, session, label, columns]);
  const now = useRef({ ...shown, names });
  now.current = { ...shown, names };
  const back = useRef<Place | null>(null);
  useEffect(() => {
    if (open === null && back.current !== null) focusCell(now.current, back.current);
    back.current = null;
  }, [open]);
  const actions = useMemo((): CellActions => {
    /** The saves of a row follow each other, as each begins from the revision that the one before made. */
    const saves = new Map<string, Promise<void>>();
    const note = (row: string, name: string, one: CellNote | null): void =>
      setNotes((earlier) => {
        const own = new Map(earlier.get(row));
        if (one === null) own.delete(name);
        else own.set(name, one);
        return new Map(earlier).set(row, own);
      });
    const send = async (row: DocumentRow, name: string, value: Json): Promise<void> => {
      const key = keyOf(row);
      const current = now.current.rows.find((one) => keyOf(one) === key) ?? row;
      const { saveCell } = await import('./save-cell.js');
      const from = current.values[name] ?? null;
      const saved = await saveCell({ uid: type.uid, row: current, name, from, value });
      if (saved.kind === 'refused')
        return note(key, name, { kind: 'refused', value, message: saved.message });
      const { entry } = saved;
      const queryKey = ['list', type.uid];
      if (entry === null) await client.invalidateQueries({ queryKey });
      else client.setQueriesData({ queryKey }, (answer: unknown) => withEntry(answer, entry));
      note(key, name, saved.kind === 'changed' ? { kind: 'changed', value } : null);
    };
    const save = (row: DocumentRow, name: string, value: Json): void => {
      const key = keyOf(row);
      note(key, name, { kind: 'saving', value });
      const before = saves.get(key) ?? Promise.resolve();
      saves.set(
        key,
        before
          .then(() => send(row, name, value))
          // Without a connection not even the code that sends it can be loaded.
          .catch(() => note(key, name, { kind: 'refused', value, message: say('failure.other.title') })),
      );
    };
    return {
      save,
      edit: (row, name) => setOpen({ row: keyOf(row), name }),
      drop: (row, name) => {
        note(keyOf(row), name, null);
        focusCell(now.current, { row: keyOf(row), name });
      },
      leave(row, { name }, value, leading) {
        const place = { row: keyOf(row), name };
        if (value !== undefined) save(row, name, value);
        if (leading === 'away')
          return setOpen((is) => (is?.row === place.row && is.name === name ? null : is));
        const next = leading === 'stay' ? null : nextOf(now.current, place, leading);
        back.current = next === null ? place : null;
        setOpen(next);
      },
    };
  }, [client, type.uid]);
  return {
    names,
    actions,
    editedIn: (row) => (open?.row === keyOf(row) ? open.name : null),
    notesOf: (row) => notes.get(keyOf(row)),
  };
}

type Now = Pick<Shown, 'rows' | 'body'> & { readonly names: readonly string[] };

/** The cell below, or the one beside it, which after the last of a row is the first of the next one. Null: there is none. */
function nextOf(
  { rows, names }: Now,
  { row, name }: Place,
  leading: 'down' | 'right' | 'left',
): Place | null {
  const at = rows.findIndex((one) => keyOf(one) === row);
  const column = names.indexOf(name);
  if (at === -1 || column === -1) return null;
  const by = { down: names.length, right: 1, left: -1 }[leading];
  const to = at * names.length + column + by;
  const next = rows[Math.floor(to / names.length)];
  return next === undefined ? null : { row: keyOf(next), name: names[to % names.length] ?? name };
}

/** The cell has the focus, or the link in it. */
function focusCell({ rows, body }: Now, { row, name }: Place): void {
  const at = rows.findIndex((one) => keyOf(one) === row);
  const cell = body.current?.rows[at]?.querySelector<HTMLElement>(`[data-cell="${CSS.escape(name)}"]`);
  (cell?.querySelector<HTMLElement>('a') ?? cell)?.focus();
}
