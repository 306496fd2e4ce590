import { create } from 'zustand';
import type { SchemaEdit } from '../../../../../domain/schema/schema-edit.js';

/** The edits that are not applied yet. They outlive a reload of the page. */
interface ChangeSet {
  readonly edits: readonly SchemaEdit[];
  add(...edits: readonly SchemaEdit[]): void;
  undo(): void;
  clear(): void;
}

const key = 'quire-types';

function stored(): readonly SchemaEdit[] {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(key) ?? '[]');
    return Array.isArray(value) ? (value as readonly SchemaEdit[]) : [];
  } catch {
    return [];
  }
}

export const useChangeSet = create<ChangeSet>((set, get) => {
  const keep = (edits: readonly SchemaEdit[]): void => {
    sessionStorage.setItem(key, JSON.stringify(edits));
    set({ edits });
  };
  return {
    edits: stored(),
    add: (...edits) => keep([...get().edits, ...edits]),
    undo: () => keep(get().edits.slice(0, -1)),
    clear: () => keep([]),
  };
});
