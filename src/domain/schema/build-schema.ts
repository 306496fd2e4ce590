import { type Failure, failure } from '../failure.js';
import { laidOut, readLayouts } from '../layout/lay-out.js';
import type { LaidOut } from '../layout/read-layout.js';
import { err, ok, type Result } from '../result.js';
import { withBuiltIns } from './built-in.js';
import { checkAttributes, checkComponentCycles } from './check-attributes.js';
import type { Types } from './check-relation.js';
import { embedRelation, joinRelations, relationDrafts } from './join-relations.js';
import { readAll } from './read-all.js';
import { frozen } from './read-option.js';
import type { AttributeDraft, RelationDraft } from './attribute-draft.js';
import { type ComponentDraft, type ContentTypeDraft, readComponent, readContentType } from './read-shaped.js';
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
import type { SchemaFault, SchemaSources } from './schema-source.js';
import type { SchemaNode } from './schema-node.js';
import { fileType, userType } from './built-in-uids.js';

/**
 * Checks the schema files and resolves them into one frozen `Schema`. Fails with `SCHEMA.INVALID` and every fault in
 * `details.faults`. Valid options without effect are added to `notes`.
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
  const layouts = readLayouts(
    sources.layouts ?? [],
    new Map<string, LaidOut>([...types.read, ...components]),
    new Set([...types.known, ...knownComponents]),
    faults,
    notes,
  );
  if (faults.length > 0) return err(schemaFailure(faults));
  return ok(
    frozen({
      contentTypes: mapValues(types.read, (type) => laidOut(finishType(type, relations), layouts)),
      components: mapValues(components, (component) =>
        laidOut(finishComponent(component, embedded), layouts),
      ),
      links,
      defaultLocale: sources.defaultLocale ?? 'en',
    }),
  );
}

/** Returns `SCHEMA.INVALID` with every fault. It also covers faults without a source, such as a missing directory. */
export function schemaFailure(faults: readonly SchemaFault[]): Failure {
  const count = faults.length === 1 ? '1 fault' : `${faults.length} faults`;
  return failure('SCHEMA.INVALID', `${count} in the schema files`, { faults: Object.freeze([...faults]) });
}

const uidsOf = (sources: readonly { readonly uid: string }[]): ReadonlySet<string> =>
  new Set(sources.map(({ uid }) => uid));

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

/** The fields that the server writes, in output order around the attributes of the file. */
const systemFields = (
  localized: boolean,
): { readonly before: readonly Scalar[]; readonly after: readonly Scalar[] } => ({
  before: [systemField('id', 'integer', localized), systemField('documentId', 'string', false)],
  after: [
    systemField('createdAt', 'datetime', localized),
    systemField('updatedAt', 'datetime', localized),
    systemField('publishedAt', 'datetime', localized),
    author('createdBy', localized),
    author('updatedBy', localized),
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

/** Private: only a grant that names it shows it (`domain/plan/planning-scope.ts`). */
const author = (name: string, localized: boolean): Scalar =>
  frozen({ ...systemField(name, 'string', localized), private: true });

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

/** Reports names that two content-types share: table names among all types, route names among those with routes. */
function checkTypeNames(types: readonly ContentTypeDraft[]): void {
  const collections = new Map<string, string>();
  const routes = new Map<string, string>();
  // Built-in types come first, so that a conflict is a fault of the app's file.
  for (const type of [...types].sort((a, b) => Number(a.exposed) - Number(b.exposed))) {
    claim(collections, type.collectionName.toLowerCase(), type, collectionNode(type));
    if (!type.exposed) continue;
    const info = type.node.at('info');
    claim(routes, type.singularName, type, info.at('singularName'));
    claim(routes, type.pluralName, type, info.at('pluralName'));
    checkPath(type, info);
  }
  for (const type of types) checkRename(type, collections);
}

/** API paths of the built-in types. */
const builtInPaths: ReadonlyMap<string, string> = new Map([
  ['upload', fileType],
  ['users', userType],
]);

/** A type of the app with the path of a built-in type could not be reached. */
function checkPath(type: ContentTypeDraft, info: SchemaNode): void {
  const key = type.kind === 'singleType' ? 'singularName' : 'pluralName';
  const builtIn = builtInPaths.get(type[key]);
  if (builtIn !== undefined)
    info.at(key).fault(`/${type[key]} is where ${builtIn} is served: choose another name for ${type.uid}`);
}

function collectionNode(type: ContentTypeDraft): SchemaNode {
  const node = type.node.at('collectionName');
  return node.present ? node : type.node.at('info').at('singularName');
}

function claim(taken: Map<string, string>, name: string, type: ContentTypeDraft, node: SchemaNode): void {
  const other = taken.get(name);
  if (other === type.uid) node.fault(`"${name}" is the singular name too: give the two different names`);
  else if (other !== undefined) node.fault(`"${name}" is already used by ${other}: choose another name`);
  else taken.set(name, type.uid);
}

function checkRename(type: ContentTypeDraft, collections: ReadonlyMap<string, string>): void {
  const other = type.renamedFrom && collections.get(type.renamedFrom.toLowerCase());
  if (other)
    type.node
      .at('renamedFrom')
      .fault(`"${type.renamedFrom}" is still used by ${other}: remove one of the two`);
}
