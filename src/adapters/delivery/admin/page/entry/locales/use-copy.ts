import { useState } from 'react';
import type { Attribute } from '../../../../../../domain/schema/schema.js';
import type { Entry } from '../../../contract/documents.js';
import { useSession } from '../../session/session.js';
import type { Content } from '../content.js';
import { useOpenEntry } from '../entry-context.js';
import type { Step } from '../undo/steps.js';
import { asOwn, unedited, wholeContentIn } from './copy-from.js';

/** What was copied last. */
export interface Copied {
  readonly names: readonly string[];
  /** Attributes with more links than this page has read, which stay as they were. */
  readonly leftOut: readonly string[];
  /** What takes it back. */
  readonly step: Step | undefined;
}

/** Copies attributes of another locale into the open entry, as edits like any other. */
export function useCopy(source: Entry | null) {
  const { store } = useOpenEntry();
  const { components } = useSession();
  const [copied, setCopied] = useState<Copied | null>(null);
  const copy = (attributes: readonly Attribute[]): void => {
    const own = store.state.getState();
    const contents = attributes.flatMap((attribute): readonly [string, Content][] => {
      const from = wholeContentIn(unedited(source), attribute);
      const isWhole = from !== null && wholeContentIn(own, attribute) !== null;
      return isWhole ? [[attribute.name, asOwn(from, attribute, components)]] : [];
    });
    store.put(Object.fromEntries(contents));
    store.leave();
    const names = contents.map(([name]) => name);
    const step = store.state.getState().steps.undo.at(-1);
    setCopied({
      names,
      leftOut: attributes.map(({ name }) => name).filter((name) => !names.includes(name)),
      step: step === own.steps.undo.at(-1) ? undefined : step,
    });
  };
  return { copy, copied };
}
