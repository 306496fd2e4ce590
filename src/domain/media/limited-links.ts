import type { Path } from '../document/path.js';
import { Faults } from '../document/validation.js';
import type { ComponentInput, Input, ItemInput } from '../document/input.js';
import type { Failure } from '../failure.js';
import { reason } from '../reason/reason.js';
import type { RelationInput } from '../relation/relation-input.js';
import { componentOf, type Schema, type Shaped } from '../schema/schema.js';
import { isLimited, kindOf } from './file-kind.js';

/** The files that an input links to a media attribute with `allowedTypes`. */
export interface LimitedLinks {
  readonly path: Path;
  readonly allowedTypes: readonly string[];
  readonly documentIds: readonly string[];
}

export interface LinkedFile {
  readonly name: string;
  readonly mime: string;
}

/** Finds them in a resolved input, including those inside components. */
export function* limitedLinks(
  schema: Schema,
  shaped: Shaped,
  { relations, components }: Input,
  path: Path = [],
): Generator<LimitedLinks> {
  for (const [name, edit] of relations) {
    const attribute = shaped.attributes.get(name);
    const allowedTypes = attribute?.kind === 'relation' ? attribute.media?.allowedTypes : undefined;
    if (allowedTypes === undefined || !isLimited(allowedTypes)) continue;
    const documentIds = linkedBy(edit);
    if (documentIds.length > 0) yield { path: [...path, name], allowedTypes, documentIds };
  }
  for (const [name, value] of components) {
    for (const [item, at] of placedItems(value, [...path, name]))
      yield* limitedLinks(schema, componentOf(schema, item.component), item, at);
  }
}

const linkedBy = (edit: RelationInput): readonly string[] =>
  (edit.kind === 'set' ? edit.items : edit.connect.map(({ ref }) => ref)).flatMap(
    ({ documentId }) => documentId ?? [],
  );

function placedItems(value: ComponentInput, path: Path): readonly (readonly [ItemInput, Path])[] {
  if (value === null) return [];
  return 'component' in value
    ? [[value, path]]
    : value.map((item, index) => [item, [...path, index]] as const);
}

/**
 * Fails if a file is of a kind that its attribute does not allow; the message names the file if `isShown`. Unknown
 * files are ignored here.
 */
export function checkKinds(
  links: readonly LimitedLinks[],
  files: ReadonlyMap<string, LinkedFile>,
  isShown: boolean,
): Failure | null {
  const faults = new Faults();
  for (const { path, allowedTypes, documentIds } of links) {
    for (const documentId of documentIds) {
      const file = files.get(documentId);
      if (file === undefined || allowedTypes.includes(kindOf(file.mime))) continue;
      const { name, mime } = file;
      const why = isShown
        ? reason('links.kindOf', { kinds: allowedTypes, name, mime })
        : reason('links.kind', { kinds: allowedTypes });
      faults.invalidValue(path, why, documentId);
    }
  }
  return faults.failure();
}
