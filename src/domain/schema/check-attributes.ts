import { familyOf } from '../document/value.js';
import { didYouMean } from '../nearest-name.js';
import type { AttributeDraft } from './attribute-draft.js';
import type { ComponentDraft, ContentTypeDraft } from './read-shaped.js';
import { shown } from './read-option.js';
import type { Uid } from './schema.js';
import type { SchemaNode } from './schema-node.js';

/**
 * Checks references from attributes to other attributes and to components. `known`: the uids of all component files.
 */
export function checkAttributes(shaped: ContentTypeDraft | ComponentDraft, known: ReadonlySet<Uid>): void {
  const attributes = shaped.node.at('attributes');
  for (const attribute of shaped.attributes.values()) {
    const node = attributes.at(nameOf(attribute));
    if (attribute.kind === 'scalar') checkTargetField(node, attribute.targetField, shaped.attributes);
    if (attribute.kind === 'component') checkComponent(node.at('component'), known);
    if (attribute.kind === 'zone')
      node
        .at('components')
        .items()
        .forEach((item) => checkComponent(item, known));
  }
  checkRenames(attributes, shaped.attributes);
}

const nameOf = (attribute: AttributeDraft): string =>
  attribute.kind === 'relation-draft' ? attribute.basics.name : attribute.name;

function checkTargetField(
  node: SchemaNode,
  targetField: string | undefined,
  attributes: ReadonlyMap<string, AttributeDraft>,
): void {
  if (targetField === undefined) return;
  const target = attributes.get(targetField);
  const fits = target?.kind === 'scalar' && familyOf(target.type) === 'text';
  if (fits && target.type !== 'password' && target.type !== 'uid') return;
  const problem = node.at('targetField');
  problem.fault(
    `${shown(targetField)} is not a text attribute of this type: name one, or remove targetField`,
  );
}

function checkComponent(node: SchemaNode, known: ReadonlySet<Uid>): void {
  if (typeof node.value !== 'string' || known.has(node.value)) return;
  const [category, name] = node.value.split('.');
  node.fault(
    `there is no component "${node.value}"${didYouMean(node.value, known)}: add src/components/${category}/${name}.json, or correct the name`,
  );
}

function checkRenames(node: SchemaNode, attributes: ReadonlyMap<string, AttributeDraft>): void {
  const claimed = new Map<string, string>();
  for (const [name, child] of node.entries()) {
    const attribute = attributes.get(name);
    const from = attribute?.kind === 'relation-draft' ? attribute.basics.renamedFrom : attribute?.renamedFrom;
    if (from === undefined) continue;
    const other = claimed.get(from);
    if (attributes.has(from))
      child.at('renamedFrom').fault(`"${from}" is still an attribute here: remove one of the two`);
    if (other !== undefined)
      child.at('renamedFrom').fault(`"${other}" is renamed from "${from}" too: remove one of the two`);
    claimed.set(from, name);
  }
}

/** Reports every component that contains itself, directly or through others, because its items would be infinite. */
export function checkComponentCycles(components: ReadonlyMap<Uid, ComponentDraft>): void {
  for (const component of components.values()) {
    const way = wayBack(component.uid, components);
    if (way === undefined) continue;
    const [attribute, ...through] = way;
    const shownWay = [component.uid, ...through].join(' → ');
    const node = component.node.at('attributes').at(attribute ?? '');
    node.fault(`contains itself (${shownWay}): remove one of these attributes, or use a relation`);
  }
}

/** Returns the attribute that leads back to `start` and the components on the shortest way, ending in `start`. */
function wayBack(start: Uid, components: ReadonlyMap<Uid, ComponentDraft>): readonly string[] | undefined {
  const seen = new Set<Uid>();
  let ways: (readonly string[])[] = partsOf(components.get(start)).map(({ attribute, uid }) => [
    attribute,
    uid,
  ]);
  while (ways.length > 0) {
    const found = ways.find((way) => way.at(-1) === start);
    if (found !== undefined) return found;
    const fresh = ways.filter((way) => !seen.has(way.at(-1) ?? ''));
    fresh.forEach((way) => seen.add(way.at(-1) ?? ''));
    ways = fresh.flatMap((way) => partsOf(components.get(way.at(-1) ?? '')).map(({ uid }) => [...way, uid]));
  }
  return undefined;
}

function partsOf(
  component: ComponentDraft | undefined,
): readonly { readonly attribute: string; readonly uid: Uid }[] {
  return [...(component?.attributes.values() ?? [])].flatMap((attribute) => {
    if (attribute.kind === 'component') return [{ attribute: attribute.name, uid: attribute.component }];
    if (attribute.kind === 'zone')
      return attribute.components.map((uid) => ({ attribute: attribute.name, uid }));
    return [];
  });
}
