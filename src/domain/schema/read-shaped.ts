import { isPlainObject } from '../document/plain-object.js';
import { readConditions } from '../layout/read-json-logic.js';
import { didYouMean } from '../nearest-name.js';
import { columnKey } from './names.js';
import { readHistory } from './read-history.js';
import type { AttributeBasics, AttributeDraft } from './attribute-draft.js';
import { readAttribute, readLocalized } from './read-attribute.js';
import { checkShapedOptions } from './check-options.js';
import {
  checkSection,
  frozen,
  readChoice,
  readFlag,
  readText,
  readTexts,
  requireText,
  shown,
} from './read-option.js';
import type { Component, ContentType } from './schema.js';
import { type SchemaNode } from './schema-node.js';

/** A content-type as its own schema file declares it, before relations are joined. */
export interface ContentTypeDraft extends Omit<ContentType, 'attributes'> {
  readonly node: SchemaNode;
  readonly attributes: ReadonlyMap<string, AttributeDraft>;
  /** Attributes and system fields that are private, in addition to those that declare it. */
  readonly privateAttributes: readonly string[];
}

export interface ComponentDraft extends Omit<Component, 'attributes'> {
  readonly node: SchemaNode;
  readonly attributes: ReadonlyMap<string, AttributeDraft>;
}

/** Lower case, in words joined by `-`, as in existing projects and their clients. */
const kebabCase = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;

const collection = /^[A-Za-z_][A-Za-z0-9_-]*$/;

export function readContentType(uid: string, node: SchemaNode): ContentTypeDraft | undefined {
  if (!/^(api|plugin)::[a-z0-9-]+\.[a-z0-9-]+$/.test(uid)) {
    return node.fault(
      `"${uid}" cannot be a content-type: its folders need names in lower case, as api::page.page`,
    );
  }
  if (!isPlainObject(node.value)) return node.fault(`must be an object, but is ${shown(node.value)}`);
  checkShapedOptions(node, 'content-type');
  const kind = readChoice(node.at('kind'), ['collectionType', 'singleType']) ?? 'collectionType';
  const names = readInfo(node);
  const collectionName = readCollectionName(node.at('collectionName')) ?? names?.singularName;
  const localized = readLocalized(node);
  const attributes = readAttributes(node.at('attributes'), localized);
  checkSection(node.at('options'));
  const draftAndPublish = readFlag(node.at('options').at('draftAndPublish'));
  const privateAttributes = readPrivateAttributes(node.at('options').at('privateAttributes'), attributes);
  const renamedFrom = readCollectionName(node.at('renamedFrom'));
  if (names === undefined || collectionName === undefined) return undefined;
  return frozen({
    ...names,
    uid,
    node,
    shaped: 'content-type' as const,
    kind,
    collectionName,
    draftAndPublish,
    localized,
    exposed: uid.startsWith('api::'),
    renamedFrom,
    history: readHistory(node.at('options').at('history'), draftAndPublish && uid.startsWith('api::')),
    attributes,
    privateAttributes,
  });
}

/** System fields that may be private. Identifiers may not, as clients address documents by them. */
const hideable = ['createdAt', 'updatedAt', 'publishedAt', 'locale', 'localizations'];

/** They are always private. */
const authors: ReadonlySet<unknown> = new Set(['createdBy', 'updatedBy']);

function readPrivateAttributes(
  node: SchemaNode,
  attributes: ReadonlyMap<string, AttributeDraft>,
): readonly string[] {
  if (!node.present || (Array.isArray(node.value) && node.value.length === 0)) return [];
  const known = [...attributes.keys(), ...hideable];
  for (const item of node.items()) {
    if (typeof item.value !== 'string' || known.includes(item.value) || authors.has(item.value)) continue;
    item.fault(`there is no attribute ${shown(item.value)} to keep private${didYouMean(item.value, known)}`);
  }
  return readTexts(node) ?? [];
}

type Names = Pick<ContentType, 'singularName' | 'pluralName' | 'displayName' | 'description'>;

function readInfo(node: SchemaNode): Names | undefined {
  const info = node.at('info');
  checkSection(info);
  const singularName = readApiName(info.at('singularName'), 'restaurant');
  const pluralName = readApiName(info.at('pluralName'), 'restaurants');
  const displayName = readText(info.at('displayName')) ?? requireDisplayName(info);
  if (singularName === undefined || pluralName === undefined || displayName === undefined) return undefined;
  const { value: description } = info.at('description');
  return {
    singularName,
    pluralName,
    displayName,
    description: typeof description === 'string' ? description : '',
  };
}

function requireDisplayName(info: SchemaNode): string | undefined {
  if (info.at('displayName').present) return undefined;
  return (
    readText(info.at('name')) ?? info.at('displayName').fault('is missing: add it, for example "Restaurant"')
  );
}

function readApiName(node: SchemaNode, example: string): string | undefined {
  const name = requireText(node, example);
  if (name === undefined || kebabCase.test(name)) return name;
  return node.fault(
    `${shown(name)} must be in lower case, with words joined by "-", for example "${example}"`,
  );
}

function readCollectionName(node: SchemaNode): string | undefined {
  const name = readText(node);
  if (name === undefined) return undefined;
  if (name.toLowerCase().startsWith('quire_'))
    return node.fault('"quire_…" is reserved: choose another name');
  return collection.test(name)
    ? name
    : node.fault(`${shown(name)}: use letters, digits, _ and -, and begin with a letter or _`);
}

export function readComponent(uid: string, node: SchemaNode): ComponentDraft | undefined {
  const [category, name, ...rest] = uid.split('.');
  if (!/^[\w-]+\.[\w-]+$/.test(uid) || category === undefined || name === undefined || rest.length > 0) {
    return node.fault(
      `"${uid}" cannot be a component: use letters, digits, _ and - in the names of its folder and file`,
    );
  }
  if (!isPlainObject(node.value)) return node.fault(`must be an object, but is ${shown(node.value)}`);
  checkShapedOptions(node, 'component');
  const info = node.at('info');
  checkSection(info);
  const displayName = readText(info.at('displayName')) ?? readText(info.at('name')) ?? name;
  const attributes = readAttributes(node.at('attributes'), false);
  const [description, icon] = [spoken(info.at('description')), spoken(info.at('icon'))];
  return frozen({
    uid,
    node,
    shaped: 'component' as const,
    category,
    displayName,
    ...(description !== undefined && { description }),
    ...(icon !== undefined && { icon }),
    attributes,
  });
}

/** What is for people is not refused. */
const spoken = ({ value }: SchemaNode): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

function readAttributes(node: SchemaNode, localized: boolean): ReadonlyMap<string, AttributeDraft> {
  const attributes = new Map<string, AttributeDraft>();
  const columns = new Map<string, string>();
  if (!node.present) node.fault('is missing: add "attributes": {}');
  checkSection(node);
  for (const [name, child] of node.entries()) {
    const other = columns.get(columnKey(name));
    if (other !== undefined) child.fault(`would have the same column as "${other}": choose another name`);
    columns.set(columnKey(name), name);
    const attribute = readAttribute(child, name, localized);
    if (attribute !== undefined) attributes.set(name, attribute);
  }
  return withConditions(node, attributes);
}

/** Conditions name other attributes, so they are read after these. */
function withConditions(
  node: SchemaNode,
  attributes: ReadonlyMap<string, AttributeDraft>,
): ReadonlyMap<string, AttributeDraft> {
  const found = [...attributes].map(([name, attribute]): [string, AttributeDraft] => {
    const visibleIf = readConditions(node.at(name).at('conditions'), attributes, name);
    if (visibleIf === undefined) return [name, attribute];
    const under = <T extends AttributeBasics>(basics: T): T =>
      frozen({
        ...basics,
        visibleIf,
        required: false,
        requiredIfVisible: basics.required ? (true as const) : undefined,
      }) as T;
    return [
      name,
      attribute.kind === 'relation-draft'
        ? Object.freeze({ ...attribute, basics: under(attribute.basics) })
        : under(attribute),
    ];
  });
  return new Map(found);
}
