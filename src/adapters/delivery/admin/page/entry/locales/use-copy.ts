import { useState } from 'react';
import type { Attribute } from '../../../../../../domain/schema/schema.js';
import type { Entry } from '../../../contract/documents.js';
import { useSession } from '../../session/session.js';
import { useOpenEntry } from '../entry-context.js';
import { asOwn, contentIn, linksTo, unedited, type Content } from './copy-from.js';

/** What was copied last. */
export interface Copied {
  readonly names: readonly string[];
  /** Attributes with more links than this page has read, which stay as they were. */
  readonly leftOut: readonly string[];
  readonly undo: () => void;
}

/** Copies attributes of another locale into the open entry, as edits like any other. */
export function useCopy(source: Entry | null) {
  const { store } = useOpenEntry();
  const { components } = useSession();
  const [copied, setCopied] = useState<Copied | null>(null);
  const put = (attribute: Attribute, content: Content): void => {
    const { name } = attribute;
    if (content.kind === 'value') return store.setValue(name, content.value);
    if (content.kind === 'files') return store.setFiles(name, content.files);
    const { edits, entry } = store.state.getState();
    const now = edits.links[name]?.items ?? entry?.links[name]?.items ?? [];
    store.setLinks(name, linksTo(name, edits.links[name]?.operations ?? [], now, content.items));
  };
  const copy = (attributes: readonly Attribute[]): void => {
    const before = store.state.getState();
    const steps = attributes.map((attribute) => ({
      attribute,
      from: contentIn(unedited(source), attribute),
      own: contentIn(before, attribute),
    }));
    const names: string[] = [];
    for (const { attribute, from, own } of steps) {
      if (from === null || own === null) continue;
      put(attribute, asOwn(from, attribute, components));
      names.push(attribute.name);
    }
    const undo = (): void => {
      setCopied(null);
      // What was saved meanwhile has taken the place of the former items.
      const isSaved = store.state.getState().entry?.revision !== before.entry?.revision;
      for (const { attribute, from, own } of steps)
        if (from !== null && own !== null) put(attribute, isSaved ? asOwn(own, attribute, components) : own);
      store.leave();
    };
    const leftOut = attributes.map(({ name }) => name).filter((name) => !names.includes(name));
    setCopied({ names, leftOut, undo });
    store.leave();
  };
  return { copy, copied };
}
