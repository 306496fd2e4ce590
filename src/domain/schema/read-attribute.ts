import type { AttributeBasics, AttributeDraft, RelationDraft } from './attribute-draft.js';
import { checkAttributeOptions } from './check-options.js';
import { nameFault } from './names.js';
import {
  checkBounds,
  checkSection,
  frozen,
  readAnyTexts,
  readChoice,
  readCount,
  readFlag,
  readText,
  readTexts,
  requireText,
  shown,
} from './read-option.js';
import { readScalar, scalarTypes } from './read-scalar.js';
import type { ComponentAttribute, RelationKind, ScalarType, Zone } from './schema.js';
import type { SchemaNode } from './schema-node.js';
import { fileType } from './built-in-uids.js';

const typeNames: readonly string[] = [...scalarTypes, 'relation', 'media', 'component', 'dynamiczone'];

/**
 * Reads one attribute. `localized`: whether its content-type has locales (a component follows the type that contains
 * it).
 */
export function readAttribute(
  node: SchemaNode,
  name: string,
  localized: boolean,
): AttributeDraft | undefined {
  const wrongName = nameFault(name);
  if (wrongName !== undefined) return node.fault(wrongName);
  checkSection(node);
  const type = readType(node);
  if (type === undefined) return undefined;
  checkAttributeOptions(node, type);
  const basics = readBasics(node, name, localized && isLocalized(node, type));
  switch (type) {
    case 'relation':
      return readRelation(node, basics);
    case 'media':
      return readMedia(node, basics);
    case 'component':
      return readComponentAttribute(node, basics);
    case 'dynamiczone':
      return readZone(node, basics);
    default:
      return readScalar(node, type as ScalarType, basics);
  }
}

function readType(node: SchemaNode): string | undefined {
  const { value } = node.at('type');
  if (value === 'JSON') return 'json';
  if (value === 'customField') {
    const field = node.at('customField').value;
    return node
      .at('type')
      .fault(
        `the custom field ${shown(field)} is not known: register it with strapi.customFields.register, or write the type that it keeps its value in, for example "string"`,
      );
  }
  if (typeof value === 'string' && typeNames.includes(value)) return value;
  const problem = value === undefined ? 'is missing' : `${shown(value)} is not known`;
  return node.at('type').fault(`${problem}: use one of ${typeNames.join(', ')}`);
}

function readBasics(node: SchemaNode, name: string, localized: boolean): AttributeBasics {
  readFlag(node.at('configurable'));
  return frozen({
    name,
    private: readFlag(node.at('private')),
    required: readFlag(node.at('required')),
    localized,
    renamedFrom: readText(node.at('renamedFrom')),
  });
}

/** Relations and uids are localized by default, as clients expect; other attributes are not. */
function isLocalized(node: SchemaNode, type: string): boolean {
  return readLocalized(node) || type === 'relation' || type === 'uid';
}

/** Reads `pluginOptions.i18n.localized` of an attribute or content-type. */
export function readLocalized(node: SchemaNode): boolean {
  const options = node.at('pluginOptions');
  checkSection(options);
  checkSection(options.at('i18n'));
  return readFlag(options.at('i18n').at('localized'));
}

function readComponentAttribute(node: SchemaNode, basics: AttributeBasics): ComponentAttribute | undefined {
  const component = readText(node.at('component'));
  if (component === undefined) {
    return node.at('component').present
      ? undefined
      : node.at('component').fault('is missing: name the component');
  }
  const repeatable = readFlag(node.at('repeatable'));
  return frozen({
    ...basics,
    kind: 'component' as const,
    component,
    repeatable,
    ...readItemBounds(node, repeatable),
  });
}

function readZone(node: SchemaNode, basics: AttributeBasics): Zone | undefined {
  // Empty where the last component of the zone was removed.
  const components = readAnyTexts(node.at('components'));
  const bounds = readItemBounds(node, true);
  return components && frozen({ ...basics, kind: 'zone' as const, components, ...bounds });
}

function readItemBounds(node: SchemaNode, list: boolean): { readonly min?: number; readonly max?: number } {
  const min = readCount(node.at('min'));
  const max = readCount(node.at('max'));
  checkBounds(node, 'min', 'max', min === undefined || max === undefined || min <= max);
  return list ? frozen({ min, max }) : {};
}

const relationKinds: readonly RelationKind[] = ['oneToOne', 'oneToMany', 'manyToOne', 'manyToMany'];

const mediaTypes = ['images', 'videos', 'files', 'audios'] as const;

function readRelation(node: SchemaNode, basics: AttributeBasics): RelationDraft | undefined {
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
function readMedia(node: SchemaNode, basics: AttributeBasics): RelationDraft {
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
