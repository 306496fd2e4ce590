import { createContext, useContext, type ComponentType } from 'react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import type { Attribute } from '../../../../../domain/schema/schema.js';
import type { WireType } from '../../contract/types.js';
import { pathLabel } from '../ui/attribute-label.js';
import type { Entry } from '../../contract/documents.js';
import type { EntryState } from './entry-state.js';
import type { EntryStore } from './entry-store.js';
import type { FieldNotesStore } from './presence/field-notes-store.js';

export interface OpenEntry {
  readonly type: WireType;
  readonly store: EntryStore;
  readonly notes: FieldNotesStore;
  /** Another locale of the entry, which gives this one what all locales share when it is saved for the first time. */
  readonly origin: Entry | null;
  /** Whether the administrator may change the attribute here. */
  readonly mayWrite: (name: string) => boolean;
  /** The editors of attributes, for what opens an entry in one of them. */
  readonly Fields: ComponentType<{ readonly attributes: readonly Attribute[] }>;
  /** Whether it is open over another entry, which will link it. */
  readonly isOver?: true;
}

export const EntryContext = createContext<OpenEntry | null>(null);

export function useOpenEntry(): OpenEntry {
  const open = useContext(EntryContext);
  if (open === null) throw new Error('there is no open entry');
  return open;
}

/** Returns what gives the label of an attribute, or of a path that begins with one. */
export function useLabels(): (path: string) => string {
  const { type } = useOpenEntry();
  return (path) => pathLabel(type.attributes, path);
}

/** The locale that gives the open one an attribute when it is saved for the first time; null: it has its own. */
export function useOrigin({ localized }: Attribute): Entry | null {
  const { origin } = useOpenEntry();
  const exists = useEntry(({ entry }) => entry !== null);
  return exists || localized ? null : origin;
}

/** Reads a part of the entry; only a change of that part renders again. */
export const useEntry = <T>(select: (state: EntryState) => T): T =>
  useStore(useOpenEntry().store.state, useShallow(select));
