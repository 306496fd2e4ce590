import { failure, type Failure } from '../failure.js';
import { err, ok, type Result } from '../result.js';
import { withBuiltIns } from './built-in.js';
import { checkAttributes } from './check-attributes.js';
import { checkComponentCycles } from './check-component-cycles.js';
import type { Types } from './check-relation.js';
import { checkTypeNames } from './check-type-names.js';
import { embedRelation, joinRelations, relationDrafts } from './join-relations.js';
import { frozen } from './read-option.js';
import type { AttributeDraft, RelationDraft } from './attribute-draft.js';
import { readComponent, readContentType, type ComponentDraft, type ContentTypeDraft } from './read-shaped.js';
import type {
  Attribute,
  Component,
  ContentType,
  Relation,
  Scalar,
  ScalarType,
  Schema,
  Uid,
} from './schema.js';
import type { ComponentSource, ContentTypeSource, SchemaFault, SchemaSources } from './schema-source.js';
import { SchemaNode } from './schema-node.js';

/**
 * Checks the files and resolves them into one frozen `Schema`. Fails with `SCHEMA.INVALID` and every fault in
 * `details.faults`. Options that are valid and have no effect here are added to `notes`.
 */
export function buildSchema(sources: SchemaSources, notes: SchemaFault[] = []): Result<Schema> {
  const faults: SchemaFault[] = [];
  const typeSources = withBuiltIns(sources.contentTypes, faults);
  const types: Types = {
    read: readAll(typeSources, readContentType, faults, notes),
    known: uidsOf(typeSources),
  };
  const components = readAll(sources.components, readComponent, faults, notes);
  const knownComponents = uidsOf(sources.components);
  for (const shaped of [...types.read.values(), ...components.values()])
    checkAttributes(shaped, knownComponents);
  checkTypeNames([...types.read.values()]);
  checkComponentCycles(components);
  const { links, relations } = joinRelations(types);
  const embedded = new Map(
    [...components.values()].flatMap(relationDrafts).map((draft) => [draft, embedRelation(types, draft)]),
  );
  if (faults.length > 0) return err(schemaFailure(faults));
  return ok(
    frozen({
      contentTypes: mapValues(types.read, (type) => finishType(type, relations)),
      components: mapValues(components, (component) => finishComponent(component, embedded)),
      links,
      defaultLocale: sources.defaultLocale ?? 'en',
    }),
  );
}

/** `SCHEMA.INVALID` with every fault. Also for what is wrong before there is a source, such as a missing directory. */
export function schemaFailure(faults: readonly SchemaFault[]): Failure {
  const count = faults.length === 1 ? '1 fault' : `${faults.length} faults`;
  return failure('SCHEMA.INVALID', `${count} in the schema files`, { faults: Object.freeze([...faults]) });
}

type Source = ContentTypeSource | ComponentSource;

const uidsOf = (sources: readonly Source[]): ReadonlySet<string> => new Set(sources.map(({ uid }) => uid));

/** Reads the sources in the order of their uids, whatever the order in which they were found. */
function readAll<T>(
  sources: readonly Source[],
  read: (uid: string, node: SchemaNode) => T | undefined,
  faults: SchemaFault[],
  notes: SchemaFault[],
): ReadonlyMap<string, T> {
  const found = new Map<string, T>();
  const files = new Map<string, string>();
  for (const { uid, file, definition, unreadable } of [...sources].sort((a, b) => (a.uid < b.uid ? -1 : 1))) {
    const node = SchemaNode.root(file, definition, faults, notes);
    const other = files.get(uid);
    if (other !== undefined) {
      node.fault(`${uid} is described in ${other} too: remove one of the two`);
      continue;
    }
    files.set(uid, file);
    const draft = unreadable === undefined ? read(uid, node) : node.fault(unreadable);
    if (draft !== undefined) found.set(uid, draft);
  }
  return found;
}

type Relations = ReadonlyMap<RelationDraft, Relation | undefined>;

function finishType(draft: ContentTypeDraft, relations: Relations): ContentType {
  const { node: _node, attributes, privateAttributes, ...type } = draft;
  const { before, after } = systemFields(draft.localized);
  const translations = draft.localized ? [localizations(draft.uid)] : [];
  const all = [...before, ...finishAttributes(attributes, relations), ...after, ...translations];
  return frozen({
    ...type,
    attributes: byName(all.map((one) => (privateAttributes.includes(one.name) ? hidden(one) : one))),
  });
}

const hidden = (attribute: Attribute): Attribute => Object.freeze({ ...attribute, private: true });

function finishComponent(draft: ComponentDraft, relations: Relations): Component {
  const { node: _node, attributes, ...component } = draft;
  return frozen({ ...component, attributes: byName([itemId, ...finishAttributes(attributes, relations)]) });
}

const finishAttributes = (
  attributes: ReadonlyMap<string, AttributeDraft>,
  relations: Relations,
): readonly Attribute[] =>
  [...attributes.values()].map((attribute) =>
    attribute.kind === 'relation-draft' ? joined(relations, attribute) : attribute,
  );

function joined(relations: Relations, draft: RelationDraft): Relation {
  const relation = relations.get(draft);
  if (relation === undefined)
    throw new Error(`relation ${draft.node.path} of ${draft.node.file} was not joined`);
  return relation;
}

const byName = (attributes: readonly Attribute[]): ReadonlyMap<string, Attribute> =>
  new Map(attributes.map((attribute) => [attribute.name, attribute]));

const mapValues = <T, U>(map: ReadonlyMap<string, T>, change: (value: T) => U): ReadonlyMap<string, U> =>
  new Map([...map].map(([key, value]) => [key, change(value)]));

/** The fields that the server writes itself, in output order around the attributes of the file. */
const systemFields = (
  localized: boolean,
): { readonly before: readonly Scalar[]; readonly after: readonly Scalar[] } => ({
  before: [systemField('id', 'integer', localized), systemField('documentId', 'string', false)],
  after: [
    systemField('createdAt', 'datetime', localized),
    systemField('updatedAt', 'datetime', localized),
    systemField('publishedAt', 'datetime', localized),
    ...(localized ? [systemField('locale', 'string', true)] : []),
  ],
});

/** The relation to the versions of the same document in its other locales. */
const localizations = (type: Uid): Relation =>
  frozen({
    kind: 'relation' as const,
    name: 'localizations',
    private: false,
    required: false,
    localized: false,
    relation: 'oneToMany' as const,
    target: type,
    many: true,
    place: Object.freeze({ kind: 'translations' as const }),
  });

/** The `id` of a component item. */
const itemId: Scalar = systemField('id', 'integer', false);

function systemField(name: string, type: ScalarType, localized: boolean): Scalar {
  return frozen({
    kind: 'scalar' as const,
    name,
    type,
    system: true,
    private: false,
    required: false,
    localized,
    unique: false,
    index: false,
  });
}
