import { createStore, type StoreApi } from 'zustand/vanilla';

/** What is said beside the label of a field, by attribute. */
interface FieldNotes {
  /** The names of others who are in it. */
  readonly people: Readonly<Record<string, readonly string[]>>;
  /** The attributes in which somebody else has saved another value than the one that is shown. */
  readonly saved: ReadonlySet<string>;
  /** Who saved it; null: it is not known. */
  readonly by: string | null;
}

export type FieldNotesStore = StoreApi<FieldNotes>;

export const createFieldNotes = (): FieldNotesStore =>
  createStore<FieldNotes>(() => ({ people: {}, saved: new Set(), by: null }));
