import { layersOf, layerWritten, publishes, type Change } from '../plan/change.js';
import type { Input } from '../document/input.js';
import type { Layer } from '../query/query.js';
import type { Uid } from '../schema/schema.js';

/** What a change does, without the values that it writes. */
export interface ChangeSummary {
  readonly action: Change['kind'];
  readonly type: Uid;
  readonly documentId: string;
  /** Null: the type has no locales, or all locales are removed. */
  readonly locale: string | null;
  /** The layers whose content may have changed. */
  readonly layers: readonly Layer[];
  /** The attributes in the input, whether or not their values changed. Empty for changes without input. */
  readonly names: readonly string[];
}

export const summarizeChange = (change: Change): ChangeSummary => ({
  action: change.kind,
  type: change.type.uid,
  documentId: change.documentId,
  locale: change.locale === '' ? null : change.locale,
  layers: changedLayers(change),
  names: 'input' in change ? namesIn(change.input) : [],
});

function changedLayers(change: Change): readonly Layer[] {
  switch (change.kind) {
    case 'create':
    case 'update':
      return publishes(change) ? layersOf(change.type) : [layerWritten(change)];
    case 'publish':
    case 'unpublish':
      return ['published'];
    case 'discardDraft':
      return ['draft'];
    case 'delete':
      return change.layer === undefined ? layersOf(change.type) : [change.layer];
  }
}

const namesIn = ({ values, components, relations }: Input): readonly string[] => [
  ...values.keys(),
  ...components.keys(),
  ...relations.keys(),
];
