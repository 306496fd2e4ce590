import { isPlainObject } from '../document/plain-object.js';
import { didYouMean } from '../nearest-name.js';
import type { AttributeDraft } from '../schema/attribute-draft.js';
import { checkOptions } from '../schema/check-options.js';
import { frozen, readFlag, readText, requireText, shown } from '../schema/read-option.js';
import type { SchemaNode } from '../schema/schema-node.js';
import type { Uid } from '../schema/schema.js';
import {
  placeholderTypes,
  titleTypes,
  unlistedTypes,
  widths,
  type AttributeLayout,
  type Layout,
  type LayoutTab,
  type Width,
} from './layout.js';
import { kindOf } from './operand.js';
import { readCondition } from './read-condition.js';

/** A content-type or component as its schema file declares it. */
export interface LaidOut {
  readonly shaped: 'content-type' | 'component';
  readonly attributes: ReadonlyMap<string, AttributeDraft>;
}

/** What a layout file says, for the shape and for each attribute. */
export interface ReadLayout {
  readonly layout: Layout;
  readonly attributes: ReadonlyMap<string, AttributeLayout>;
}

interface Reading extends LaidOut {
  readonly found: Map<string, AttributeLayout>;
  /** The attributes of another content-type. */
  readonly attributesOf: (uid: Uid) => LaidOut['attributes'] | undefined;
}

/** Reads a layout file. What is wrong in it becomes a fault at its node. */
export function readLayout(
  node: SchemaNode,
  shape: LaidOut,
  attributesOf: Reading['attributesOf'],
): ReadLayout | undefined {
  if (!isPlainObject(node.value)) return node.fault(`must be an object, but is ${shown(node.value)}`);
  checkOptions(node, { read: ['title', 'columns', 'tabs', 'attributes'], harmless: ['$schema'] });
  const reading = { ...shape, attributesOf, found: new Map<string, AttributeLayout>() };
  const layout = frozen({
    title: readTitle(node.at('title'), reading),
    columns: readColumns(node.at('columns'), reading),
    tabs: readTabs(node, reading),
  });
  return { layout, attributes: reading.found };
}

function readTitle(node: SchemaNode, { shaped, attributes }: Reading): string | undefined {
  const name = readText(node);
  if (name === undefined) return undefined;
  const attribute = attributes.get(name);
  if (attribute === undefined) return node.fault(noAttribute(name, attributes));
  const isFit = attribute.kind === 'scalar' && titleTypes[shaped].has(attribute.type) && !attribute.private;
  return isFit ? name : node.fault(`"${name}" names no entry: choose a text that is not private`);
}

const noAttribute = (name: string, attributes: LaidOut['attributes']): string =>
  `there is no attribute ${shown(name)}${didYouMean(name, attributes.keys())}`;

const systemColumns: ReadonlySet<string> = new Set(['createdAt', 'updatedAt', 'documentId']);

function readColumns(node: SchemaNode, reading: Reading): readonly string[] | undefined {
  if (!node.present) return undefined;
  if (reading.shaped === 'component') return node.fault('components have no columns: they are not listed');
  if (!Array.isArray(node.value)) return node.fault(`must be a list, but is ${shown(node.value)}`);
  const columns = node.items().flatMap((item) => readColumn(item, reading) ?? []);
  return Object.freeze([...new Set(columns)]);
}

function readColumn(node: SchemaNode, { attributes, attributesOf }: Reading): string | undefined {
  const path = readText(node);
  if (path === undefined || systemColumns.has(path)) return path;
  const [name = '', ...rest] = path.split('.');
  const attribute = attributes.get(name);
  if (attribute === undefined) return node.fault(noAttribute(name, attributes));
  if (rest.length === 0) return isListed(attribute) ? path : node.fault(unlisted(attribute, name));
  if (attribute.kind !== 'relation-draft' || attribute.media !== undefined)
    return node.fault(`"${name}" is no relation`);
  const related = attributesOf(attribute.target);
  const last = rest.join('.');
  if (related === undefined || systemColumns.has(last)) return path;
  const end = related.get(last);
  if (end === undefined) return node.fault(noAttribute(last, related));
  return end.kind === 'scalar' && isListed(end) ? path : node.fault(unlisted(end, last));
}

const isListed = (attribute: AttributeDraft): boolean =>
  attribute.kind === 'scalar'
    ? !unlistedTypes.has(attribute.type) && !attribute.private
    : attribute.kind === 'relation-draft';

const unlisted = (attribute: AttributeDraft, name: string): string =>
  attribute.kind === 'scalar' && attribute.private
    ? `lists do not show "${name}": it is private`
    : `lists do not show "${name}": it is a ${kindOf(attribute)}`;

function readTabs(node: SchemaNode, reading: Reading): readonly LayoutTab[] {
  const [tabs, alone] = [node.at('tabs'), node.at('attributes')];
  if (!tabs.present) return Object.freeze([frozen({ attributes: readAttributes(alone, reading) })]);
  if (reading.shaped === 'component')
    tabs.fault('components have no tabs: list the attributes in "attributes"');
  else if (alone.present) tabs.fault('stands beside attributes: put them into a tab');
  else if (!Array.isArray(tabs.value) || tabs.value.length === 0)
    tabs.fault(`must be a list with at least one tab, but is ${shown(tabs.value)}`);
  else return readEachTab(tabs, reading);
  return [];
}

function readEachTab(node: SchemaNode, reading: Reading): readonly LayoutTab[] {
  const labels = new Set<string>();
  const tabs = node.items().map((tab): LayoutTab => {
    if (!isPlainObject(tab.value)) tab.fault(`must be an object, but is ${shown(tab.value)}`);
    else checkOptions(tab, { read: ['label', 'help', 'attributes'], harmless: [] });
    const label = requireText(tab.at('label'), 'Content');
    if (label !== undefined && labels.has(label))
      tab.at('label').fault(`${shown(label)} stands here twice: remove one`);
    labels.add(label ?? '');
    const attributes = readAttributes(tab.at('attributes'), reading);
    return frozen({ label, help: readText(tab.at('help')), attributes });
  });
  return Object.freeze(tabs);
}

function readAttributes(node: SchemaNode, reading: Reading): readonly string[] {
  if (node.present && !Array.isArray(node.value)) node.fault(`must be a list, but is ${shown(node.value)}`);
  return Object.freeze(node.items().flatMap((item) => readAttribute(item, reading) ?? []));
}

function readAttribute(node: SchemaNode, reading: Reading): string | undefined {
  const { attributes, found } = reading;
  const isObject = isPlainObject(node.value);
  if (!isObject && typeof node.value !== 'string')
    return node.fault(`must be the name of an attribute, or an object with it, but is ${shown(node.value)}`);
  const place = isObject ? node.at('name') : node;
  const name = requireText(place, 'name');
  if (name === undefined) return undefined;
  const attribute = attributes.get(name);
  if (attribute === undefined) return place.fault(noAttribute(name, attributes));
  if (found.has(name)) return place.fault(`"${name}" stands here twice: remove one`);
  found.set(name, readOptions(node, name, attribute, attributes));
  const { private: isPrivate } = attribute.kind === 'relation-draft' ? attribute.basics : attribute;
  if (isPrivate && kindOf(attribute) !== 'password')
    node.note(`has no effect here: "${name}" is private, so the page does not show it`);
  return name;
}

const options = ['name', 'label', 'help', 'placeholder', 'width', 'hidden', 'readOnly', 'visibleIf'];

function readOptions(
  node: SchemaNode,
  name: string,
  attribute: AttributeDraft,
  attributes: LaidOut['attributes'],
): AttributeLayout {
  checkOptions(node, { read: options, harmless: [] });
  const condition = node.at('visibleIf');
  const [hidden, readOnly] = [readFlag(node.at('hidden')), readFlag(node.at('readOnly'))];
  if (hidden && condition.present) node.at('hidden').fault('stands beside visibleIf: remove one of the two');
  else if (hidden && isDemanded(attribute))
    node
      .at('hidden')
      .note(`"${name}" is required: the page shows it once an entry cannot be published without it`);
  return frozen({
    width: readWidth(node.at('width')),
    label: readText(node.at('label')),
    help: readText(node.at('help')),
    placeholder: readPlaceholder(node.at('placeholder'), name, attribute),
    hidden: hidden ? (true as const) : undefined,
    readOnly: readOnly ? (true as const) : undefined,
    visibleIf: condition.present ? readCondition(condition, attributes, name) : undefined,
  });
}

const isDemanded = (attribute: AttributeDraft): boolean =>
  attribute.kind === 'relation-draft'
    ? attribute.basics.required
    : attribute.required && (attribute.kind !== 'scalar' || attribute.default === undefined);

function readWidth(node: SchemaNode): Width {
  const { value } = node;
  const width = node.present ? widths.find((one) => one === value) : 12;
  if (width === undefined) node.fault(`must be one of ${widths.join(', ')}, but is ${shown(value)}`);
  return width ?? 12;
}

function readPlaceholder(node: SchemaNode, name: string, attribute: AttributeDraft): string | undefined {
  if (!node.present || (attribute.kind === 'scalar' && placeholderTypes.has(attribute.type)))
    return readText(node);
  return node.fault(`"${name}" has no text field`);
}
