import { familyOf } from '../document/value.js';
import { didYouMean } from '../nearest-name.js';
import type { AttributeDraft } from './attribute-draft.js';
import type { ComponentDraft, ContentTypeDraft } from './read-shaped.js';
import { shown } from './read-option.js';
import type { Uid } from './schema.js';
import type { SchemaNode } from './schema-node.js';

/** Checks what attributes say of each other and of components. `known`: the uids of all component files. */
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
