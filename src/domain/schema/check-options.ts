import { familyOf } from '../document/value.js';
import { nearestName } from '../nearest-name.js';
import type { SchemaNode } from './schema-node.js';
import type { ScalarType } from './schema.js';

/** The keys that one object of a schema file may have. */
interface Options {
  /** Keys that are supported. */
  readonly read: readonly string[];
  /** Keys of existing projects that have no effect on any API. */
  readonly harmless: readonly string[];
  /** Keys of existing projects that have an effect there and none here, each with the reason or an alternative. */
  readonly unsupported?: Readonly<Record<string, string>>;
  /** Keys of the object `options` of this one. */
  readonly deeper?: readonly string[];
}

/** Reports all other keys, with the most similar name. */
export function checkOptions(
  node: SchemaNode,
  { read, harmless, unsupported = {}, deeper = [] }: Options,
): void {
  for (const [key, child] of node.entries()) {
    if (read.includes(key) || harmless.includes(key)) continue;
    if (Object.hasOwn(unsupported, key)) noteUnsupported(child, unsupported[key] ?? '');
    else if (deeper.includes(key)) child.fault('is not known here: move it into "options"');
    else child.fault(unknownOption(key, [...read, ...Object.keys(unsupported), ...harmless]));
  }
}

/** An empty value, or one that switches something off, is not reported. */
function noteUnsupported(node: SchemaNode, why: string): void {
  const { value } = node;
  const isEmpty = typeof value === 'object' && value !== null && Object.keys(value).length === 0;
  if (value !== false && value !== null && value !== '' && !isEmpty) node.note(`has no effect here: ${why}`);
}

function unknownOption(key: string, known: readonly string[]): string {
  const nearest = nearestName(key, known);
  return nearest === undefined
    ? `is not known: remove it; there are ${known.slice(0, 20).join(', ')}`
    : `is not known: did you mean "${nearest}"?`;
}

const ofAnyShape = {
  read: ['collectionName', 'info', 'options', 'pluginOptions', 'attributes'],
  harmless: [
    '$schema',
    'uid',
    'apiName',
    'modelName',
    'modelType',
    'globalId',
    'connection',
    'plugin',
    'config',
  ],
};

const ofOptions = ['draftAndPublish', 'history', 'privateAttributes'];

const contentTypeOptions: Options = {
  read: [...ofAnyShape.read, 'kind', 'renamedFrom'],
  harmless: ofAnyShape.harmless,
  unsupported: {
    indexes: 'write "index": true or "unique": true in attributes',
    foreignKeys: 'links are kept without foreign keys of your own',
  },
  deeper: ofOptions,
};

const componentOptions: Options = { ...ofAnyShape, harmless: [...ofAnyShape.harmless, 'category'] };

const infoOptions: Options = {
  read: ['singularName', 'pluralName', 'displayName', 'name', 'description'],
  harmless: ['icon', 'label', 'mainField', 'kind'],
};

const optionsOptions: Options = {
  read: ofOptions,
  harmless: ['comment', 'increments', 'timestamps', 'reviewWorkflows', 'previewable', 'template'],
  unsupported: { populateCreatorFields: 'createdBy and updatedBy are shown by a grant that names them' },
};

/**
 * `localized` of i18n is read in types and attributes. The rest belongs to the admin panel or to plugins that do not
 * run here.
 */
const ownPlugins: readonly string[] = ['i18n', 'content-manager', 'content-type-builder'];

/** Checks the keys of a content-type or component, except those of its attributes. */
export function checkShapedOptions(node: SchemaNode, shaped: 'content-type' | 'component'): void {
  checkOptions(node, shaped === 'component' ? componentOptions : contentTypeOptions);
  checkOptions(node.at('info'), infoOptions);
  checkOptions(node.at('options'), optionsOptions);
  checkPluginOptions(node.at('pluginOptions'));
  const hidden = node.at('options').at('privateAttributes');
  if (shaped === 'component' && hidden.present)
    hidden.fault('components have no such option: write "private": true in the attributes');
}

function checkPluginOptions(node: SchemaNode): void {
  checkOptions(node.at('i18n'), { read: ['localized'], harmless: [] });
  for (const [key, child] of node.entries()) {
    if (ownPlugins.includes(key)) continue;
    const nearest = nearestName(key, ownPlugins);
    if (nearest === undefined) noteUnsupported(child, `the plugin ${key} is not run`);
    else child.fault(`is not known: did you mean "${nearest}"?`);
  }
}

const basics = ['type', 'required', 'private', 'pluginOptions', 'renamedFrom', 'searchable', 'conditions'];

const harmless = [
  'configurable',
  'writable',
  'visible',
  'editable',
  'description',
  'label',
  'placeholder',
  'customField',
  'options',
  'columnType',
  'useJoinTable',
  'joinTable',
  'joinColumn',
  'autoPopulate',
  'owner',
];

const unsupported = {
  column: 'columns follow from the attribute: write "unique": true or "default" beside its type',
};

const ofKind: Readonly<Record<string, readonly string[]>> = {
  relation: ['relation', 'target', 'inversedBy', 'mappedBy'],
  media: ['multiple', 'allowedTypes'],
  component: ['component', 'repeatable', 'min', 'max'],
  dynamiczone: ['components', 'min', 'max'],
};

const ofScalars = ['default', 'unique', 'index'];
const ofText = ['minLength', 'maxLength', 'regex', 'weight'];
const ofNumbers = ['min', 'max'];

/** Returns the options that attributes of a type have, besides those of all attributes. */
export function optionsOf(type: string): readonly string[] {
  const own = ofKind[type];
  if (own !== undefined) return own;
  if (type === 'enumeration') return [...ofScalars, 'enum', 'enumName', 'weight'];
  if (type === 'uid') return [...ofScalars, ...ofText, 'targetField'];
  const family = familyOf(type as ScalarType);
  if (family === 'text') return [...ofScalars, ...ofText];
  return ['integer', 'biginteger', 'float', 'decimal'].includes(family)
    ? [...ofScalars, ...ofNumbers]
    : ofScalars;
}

const everyOption = new Set([
  ...Object.values(ofKind).flat(),
  ...ofScalars,
  ...ofText,
  ...ofNumbers,
  'enum',
  'enumName',
  'targetField',
]);

/** Checks the keys of an attribute whose type is known. */
export function checkAttributeOptions(node: SchemaNode, type: string): void {
  const own = optionsOf(type);
  const others = [...everyOption].filter((option) => !own.includes(option));
  const elsewhere = others.map((option) => [option, `attributes of type ${type} do not have it`]);
  checkOptions(node, {
    read: [...basics, ...own],
    harmless,
    unsupported: { ...Object.fromEntries(elsewhere), ...unsupported },
  });
  checkPluginOptions(node.at('pluginOptions'));
}
