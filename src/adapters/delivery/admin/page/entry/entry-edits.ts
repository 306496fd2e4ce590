import type { StoreApi } from 'zustand/vanilla';
import type { Attribute, Json } from '../../../../../domain/schema/schema.js';
import type { Entry } from '../../contract/documents.js';
import type { WireComponent } from '../../contract/types.js';
import { fitted, noteIds, type Nested } from './component-value.js';
import { contentIn, withContent, type Content, type Contents } from './content.js';
import { attributeAt, editedNames, entriesOf, noEdits, type Edits, type HeldText } from './edits.js';
import { withoutFaults, type EntryState } from './entry-state.js';
import { textsAfter } from './held-texts.js';
import { secretsOf } from './secrets.js';
import { withStep, withTextEnded, type Steps } from './undo/steps.js';
import { takenBack, type TakenBack } from './undo/take-back.js';

export interface EntrySchema {
  readonly attributes: readonly Attribute[];
  readonly components: readonly WireComponent[];
}

interface Dependencies extends EntrySchema {
  readonly store: StoreApi<EntryState>;
  /** The revision that is edited. */
  readonly revision: () => string | null;
  /** What is on its way to the server. */
  readonly inFlight: () => Edits;
  /** Called after each edit. */
  readonly touched: () => void;
}

/** How the contents of an entry are changed, and changed back. */
export function createEntryEdits(dependencies: Dependencies) {
  const { store, attributes, components, revision, inFlight, touched } = dependencies;
  const { getState: get, setState: set } = store;
  const fitting = { components, ids: new Map<string, Json>() };
  const byName = new Map(attributes.map((attribute) => [attribute.name, attribute]));
  /** Passwords are in no step. */
  const secrets = secretsOf(components, attributes);

  const nestedIn = ({ values }: Edits): readonly (readonly [Nested, Json])[] =>
    Object.entries(values).flatMap(([name, value]) => {
      const attribute = byName.get(name);
      return attribute?.kind === 'component' || attribute?.kind === 'zone'
        ? [[attribute, value] as const]
        : [];
    });

  const bare = (name: string, content: Content): Content =>
    content.kind === 'value' ? { kind: 'value', value: secrets.withoutAt(name, content.value) } : content;

  const contentsOf = (names: readonly string[]): Contents =>
    Object.fromEntries(
      names.flatMap((name): readonly [string, Content][] => {
        const attribute = byName.get(name);
        return attribute === undefined || secrets.names.has(name)
          ? []
          : [[name, bare(name, contentIn(get(), attribute))]];
      }),
    );

  const change = (names: readonly string[], edits: Edits, steps: Steps): void => {
    const before = get();
    const { faults, refused } = before;
    const texts = textsAfter(edits.texts, [before, { ...before, edits }]);
    set({ edits: { ...edits, texts }, steps, ...names.reduce(withoutFaults, { faults, refused }) });
    touched();
  };

  return {
    /** Shows other contents of attributes, and saves them soon. `follows`: this comes by itself of the latest edit. */
    put(contents: Contents, follows = false): void {
      const names = Object.keys(contents);
      const before = contentsOf(names);
      const edits = names.reduce((all, name) => {
        const content = contents[name];
        return content === undefined ? all : withContent({ ...get(), edits: all }, name, content);
      }, get().edits);
      const after = Object.fromEntries(
        Object.entries(contents)
          .filter(([name]) => Object.hasOwn(before, name))
          .map(([name, content]) => [name, bare(name, content)]),
      );
      const made = { before, after, at: Date.now(), revision: revision() };
      change(names, edits, withStep(get().steps, made, follows));
    },
    /** Holds a text that has no value; null: it has one now, or is given up. */
    putText(path: string, held: HeldText | null): void {
      const { edits, steps } = get();
      const { [path]: was, ...others } = edits.texts;
      if (was === undefined && held === null) return;
      const texts = held === null ? others : { ...others, [path]: held };
      change([attributeAt(path)], { ...edits, texts }, steps);
    },
    /** Shows what the server has, which can be taken back as well. */
    forget(): void {
      const names = editedNames(get().edits);
      const before = contentsOf(names);
      set({ edits: noEdits });
      const made = { before, after: contentsOf(names), at: Date.now(), revision: revision() };
      set({ steps: withStep(withTextEnded(get().steps), made) });
    },
    /** Undoes the latest step, or does it again. Null: there is none. */
    takeBack(direction: keyof Steps): TakenBack | null {
      const taken = takenBack(get(), direction, { ...fitting, attributes, sent: inFlight() });
      if (taken === null) return null;
      const { names } = taken.told;
      const texts = entriesOf(taken.state.edits.texts, ([path]) => !names.includes(attributeAt(path)));
      change(names, { ...taken.state.edits, texts }, taken.state.steps);
      return taken.told;
    },
    /** Makes what is sent: components lead from what is stored to what is shown. */
    asStored(edits: Edits): Edits {
      const nested = nestedIn(edits).map(([attribute, value]) => {
        const { name } = attribute;
        return [name, fitted(fitting, attribute, value, get().entry?.values[name] ?? null).value] as const;
      });
      return { ...edits, values: { ...edits.values, ...Object.fromEntries(nested) } };
    },
    withoutSecrets: secrets.withoutIn,
    /** Notes what new components are called after they were saved. */
    noteSaved(sent: Edits, { values }: Entry): void {
      for (const [attribute, value] of nestedIn(sent))
        noteIds(components, fitting.ids, attribute, value, values[attribute.name] ?? null);
    },
  };
}
