import { checkInverse, checkOwner, checkTarget, type Types } from './check-relation.js';
import { linkNameOf } from './names.js';
import { frozen } from './read-option.js';
import type { ContentTypeDraft, ComponentDraft } from './read-shaped.js';
import type { RelationDraft } from './attribute-draft.js';
import type { Link, Relation, RelationKind } from './schema.js';

const isMany = (relation: RelationKind): boolean => relation === 'oneToMany' || relation === 'manyToMany';

const embedded = Object.freeze({ kind: 'embedded' as const });

/** A relation of a component is stored in the component and has one end only. */
export function embedRelation(types: Types, draft: RelationDraft): Relation | undefined {
  for (const option of ['inversedBy', 'mappedBy'] as const) {
    if (draft[option] !== undefined) {
      draft.node.at(option).fault('relations of components go one way only: remove it');
    }
  }
  return checkTarget(types, draft) === undefined ? undefined : relationOf(draft, embedded);
}

/** Returns all links of the content-types, in the order of their names, and the relations at their ends. */
export function joinRelations(types: Types): {
  readonly links: readonly Link[];
  readonly relations: ReadonlyMap<RelationDraft, Relation>;
} {
  const links = new Map<string, Link>();
  const relations = new Map<RelationDraft, Relation>();
  for (const type of types.read.values()) {
    for (const draft of relationDrafts(type)) {
      if (draft.mappedBy !== undefined) {
        checkOwner(types, type, draft);
        continue;
      }
      const other = checkInverse(types, type, draft);
      if (other === 'faulty') continue;
      const link = linkOf(types, type, draft, other);
      claimName(links, types, draft, link);
      relations.set(
        draft,
        relationOf(draft, frozen({ kind: 'link' as const, link, side: 'source' as const })),
      );
      if (other === undefined) continue;
      relations.set(
        other,
        relationOf(other, frozen({ kind: 'link' as const, link, side: 'target' as const })),
      );
    }
  }
  return { links: Object.freeze([...links.values()].sort((a, b) => (a.name < b.name ? -1 : 1))), relations };
}

export const relationDrafts = (shaped: ContentTypeDraft | ComponentDraft): readonly RelationDraft[] =>
  [...shaped.attributes.values()].filter((attribute) => attribute.kind === 'relation-draft');

function relationOf(draft: RelationDraft, place: Relation['place']): Relation {
  const { basics, relation, target, media } = draft;
  return frozen({
    ...basics,
    kind: 'relation' as const,
    relation,
    target,
    many: isMany(relation),
    place,
    media,
  });
}

function linkOf(
  types: Types,
  type: ContentTypeDraft,
  draft: RelationDraft,
  other: RelationDraft | undefined,
): Link {
  const { name: attribute, localized } = draft.basics;
  const targetMany = other === undefined || isMany(other.relation);
  const targetLocalized = types.read.get(draft.target)?.localized ?? false;
  return frozen({
    name: linkNameOf(type.collectionName, attribute),
    source: frozen({ type: type.uid, attribute, many: isMany(draft.relation), localized }),
    target: frozen({
      type: draft.target,
      attribute: other?.basics.name,
      many: targetMany,
      localized: targetLocalized,
    }),
  });
}

/**
 * Reports two links with one name. Numbering them is not safe: with a new type, a number could move to the other link,
 * and the data would not follow.
 */
function claimName(links: Map<string, Link>, types: Types, draft: RelationDraft, link: Link): void {
  const other = links.get(link.name);
  const table = [...types.read.values()].find((type) => type.collectionName === link.name);
  if (other !== undefined) {
    const { type, attribute } = other.source;
    draft.node.fault(
      `would share its link table "${link.name}" with "${attribute}" of ${type}: rename one of them`,
    );
  } else if (table !== undefined) {
    draft.node.fault(
      `its link table "${link.name}" is the collectionName of ${table.uid}: rename one of them`,
    );
  } else {
    links.set(link.name, link);
  }
}
