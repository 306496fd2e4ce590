import { contentTypeOf, type Json, type Relation, type Schema } from '../../domain/schema/schema.js';
import type { ScratchFile } from '../ports/foreign-archive.js';
import { exportedMedia, type VersionIds } from './exported-links.js';

interface ItemLink {
  readonly component: string;
  readonly id: number;
  readonly relation: string;
  readonly targets: readonly Json[];
  readonly locale: string;
  readonly layer: 'draft' | 'published';
}

interface ItemLinks {
  add(link: ItemLink): void;
  all(): Iterable<ItemLink>;
}

/** Links of items, in a temporary file until all rows have been seen. */
export function createItemLinks(file: ScratchFile): ItemLinks {
  const ends: number[] = [];
  const encoder = new TextEncoder();
  const decoder = new TextDecoder();
  return {
    add(link: ItemLink): void {
      file.append(encoder.encode(JSON.stringify(link)));
      ends.push(file.size);
    },
    *all(): Generator<ItemLink> {
      let from = 0;
      for (const to of ends) {
        yield JSON.parse(decoder.decode(file.read(from, to - from))) as ItemLink;
        from = to;
      }
    },
  };
}

/** Returns the links of items as Strapi exports them. */
export function* exportedItemLinks(
  schema: Schema,
  items: ItemLinks,
  versionIds: VersionIds,
): Generator<object> {
  for (const { component, id, relation: name, targets, locale, layer } of items.all()) {
    const relation = schema.components.get(component)?.attributes.get(name) as Relation;
    const target = contentTypeOf(schema, relation.target);
    let pos = 0;
    for (const each of targets as readonly { readonly documentId: string; readonly locale?: string }[]) {
      pos++;
      const wanted = target.localized ? (each.locale ?? locale) : '';
      const found = versionIds.find(
        target.uid,
        each.documentId,
        target.draftAndPublish ? layer : 'published',
        wanted,
      );
      for (const [, ref] of found) {
        const owner = { type: component, ref: id, field: name };
        yield relation.media !== undefined
          ? exportedMedia(owner, ref, pos)
          : {
              kind: 'relation.basic',
              relation: relation.relation,
              left: { ...owner, ...(relation.many && { pos }) },
              right: { type: target.uid, ref },
            };
      }
    }
  }
}
