import { fileType } from './built-in-uids.js';
import type { AttributeBasics, RelationDraft } from './attribute-draft.js';
import { frozen, readChoice, readFlag, readText, readTexts, requireText, shown } from './read-option.js';
import type { RelationKind } from './schema.js';
import type { SchemaNode } from './schema-node.js';

const relationKinds: readonly RelationKind[] = ['oneToOne', 'oneToMany', 'manyToOne', 'manyToMany'];

const mediaTypes = ['images', 'videos', 'files', 'audios'] as const;

export function readRelation(node: SchemaNode, basics: AttributeBasics): RelationDraft | undefined {
  const relation = readRelationKind(node.at('relation'));
  const target = relation && requireText(node.at('target'), 'api::category.category');
  const inversedBy = readText(node.at('inversedBy'));
  const mappedBy = readText(node.at('mappedBy'));
  if (relation === undefined || target === undefined) return undefined;
  if (inversedBy !== undefined && mappedBy !== undefined) {
    return node.fault(
      'has both inversedBy and mappedBy: keep inversedBy at one end and mappedBy at the other',
    );
  }
  return frozen({ kind: 'relation-draft' as const, node, basics, relation, target, inversedBy, mappedBy });
}

function readRelationKind(node: SchemaNode): RelationKind | undefined {
  const { value } = node;
  if (typeof value === 'string' && value.startsWith('morph')) {
    return node.fault(
      `${shown(value)}: relations to any type are not offered; use one relation for each target type, or a dynamic zone whose components hold the relations`,
    );
  }
  return node.present
    ? readChoice(node, relationKinds)
    : node.fault(`is missing: use one of ${relationKinds.join(', ')}`);
}

/** A media attribute is a one-way relation to files. */
export function readMedia(node: SchemaNode, basics: AttributeBasics): RelationDraft {
  const relation: RelationKind = readFlag(node.at('multiple')) ? 'manyToMany' : 'manyToOne';
  const allowedTypes = readAllowedTypes(node.at('allowedTypes'));
  return frozen({
    kind: 'relation-draft' as const,
    node,
    basics,
    relation,
    target: fileType,
    media: Object.freeze({ allowedTypes }),
  });
}

function readAllowedTypes(node: SchemaNode): readonly string[] {
  if (!node.present) return mediaTypes;
  const allowed = readTexts(node) ?? mediaTypes;
  for (const item of node.items()) readChoice(item, mediaTypes);
  return allowed;
}
