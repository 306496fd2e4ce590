import { Kind, parse, type DocumentNode, type GraphQLSchema, isNamedType } from 'graphql';
import type { Extension } from './extension.js';
import { isPlainObject } from '../../../../domain/document/plain-object.js';
import type * as nexusModule from 'nexus';

/**
 * Returns `base` with the extensions merged in: first the nexus types, then definitions and resolvers. An extension can use
 * the types of the others, and a definition of an existing type adds to it. `base` is not changed: all types are built
 * again, so data about a type must be in its `extensions`. Rejects with an error that names the extension at fault.
 */
export async function extendSchema(
  base: GraphQLSchema,
  extensions: readonly Extension[],
): Promise<GraphQLSchema> {
  const typed = extensions.filter(({ types, plugins }) => types.length > 0 || plugins.length > 0);
  const built = typed.length === 0 ? base : await blaming(typed, (some) => addNexusTypes(base, some));
  // Merges even if there is nothing to merge: later changes of resolvers must not change the base.
  return extensions.every(isEmpty) ? base : blaming(extensions, (some) => merge(built, some));
}

const isEmpty = ({ types, plugins, typeDefs, resolvers, resolversConfig }: Extension): boolean =>
  [types, plugins, typeDefs, Object.keys(resolvers), Object.keys(resolversConfig)].every(
    (part) => part.length === 0,
  );

async function merge(schema: GraphQLSchema, extensions: readonly Extension[]): Promise<GraphQLSchema> {
  const { mergeSchemas } = await import('@graphql-tools/schema');
  const typeDefs = extensions.flatMap((extension) => extension.typeDefs.map(parsed));
  const resolvers = extensions.map((extension) => extension.resolvers);
  return mergeSchemas({
    schemas: [schema],
    typeDefs,
    // graphql-tools also accepts objects with `resolve`, which its types do not allow.
    resolvers: resolvers as [],
    resolverValidationOptions: { requireResolversToMatchSchema: 'error' },
  });
}

const roots: ReadonlySet<string> = new Set(['Query', 'Mutation', 'Subscription']);

/** Turns extensions of root types into definitions, so that they also work if the type does not exist yet. */
function parsed(typeDefs: string | DocumentNode): DocumentNode {
  const document = typeof typeDefs === 'string' ? parse(typeDefs) : typeDefs;
  const definitions = document.definitions.map((definition) =>
    definition.kind === Kind.OBJECT_TYPE_EXTENSION && roots.has(definition.name.value)
      ? { ...definition, kind: Kind.OBJECT_TYPE_DEFINITION as const }
      : definition,
  );
  return { ...document, definitions };
}

/** Runs a step for all extensions. If it fails, finds the first extension that makes it fail and names it in the error. */
async function blaming<T>(
  extensions: readonly Extension[],
  step: (extensions: readonly Extension[]) => Promise<T>,
): Promise<T> {
  const outcome = await attempt(extensions, step);
  if (!('thrown' in outcome)) return outcome.value;
  for (let count = 1; count <= extensions.length; count += 1) {
    const part = await attempt(extensions.slice(0, count), step);
    const last = extensions[count - 1];
    if ('thrown' in part && last !== undefined)
      throw new Error(`${last.name}: ${messageOf(part.thrown)}`, { cause: part.thrown });
  }
  throw outcome.thrown;
}

async function attempt<T>(
  extensions: readonly Extension[],
  step: (extensions: readonly Extension[]) => Promise<T>,
): Promise<{ readonly value: T } | { readonly thrown: unknown }> {
  try {
    return { value: await step(extensions) };
  } catch (thrown) {
    return { thrown };
  }
}

const messageOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown));

type Nexus = typeof nexusModule;

/** Returns the schema with the nexus types and plugins of extensions. */
async function addNexusTypes(base: GraphQLSchema, extensions: readonly Extension[]): Promise<GraphQLSchema> {
  const nexus = await import('nexus');
  const types = extensions.flatMap((extension) => definitions(nexus, extension.types));
  return nexus.makeSchema({
    types: [base, ...types.map((type) => addition(nexus, base, type))],
    plugins: extensions.flatMap((extension) => extension.plugins) as [],
    // By default nexus writes files into the app and may end the process.
    outputs: false,
    shouldGenerateArtifacts: false,
    shouldExitAfterGenerateArtifacts: false,
    features: { abstractTypeRuntimeChecks: false },
  });
}

/** Returns the definitions in lists and plain objects too, such as `import * as types`. Nexus would ignore other values. */
function definitions(nexus: Nexus, types: readonly unknown[]): readonly unknown[] {
  return types.flatMap((type) => {
    if (Array.isArray(type)) return definitions(nexus, type);
    if (isNamedType(type) || nexus.core.isNexusStruct(type)) return [type];
    if (isPlainObject(type)) return definitions(nexus, Object.values(type));
    throw new Error(`types holds ${JSON.stringify(type) ?? typeof type}, which is no definition of nexus`);
  });
}

/** Makes a second definition of a type add to the first, as definitions in text do; in nexus it would replace it. */
function addition(nexus: Nexus, base: GraphQLSchema, type: unknown): unknown {
  const { core } = nexus;
  const name = nameOf(nexus, type);
  if (name === undefined || base.getType(name) === undefined) return type;
  if (core.isNexusObjectTypeDef(type))
    return nexus.extendType({ type: name, definition: type.value.definition });
  if (core.isNexusInputObjectTypeDef(type))
    return nexus.extendInputType({ type: name, definition: type.value.definition });
  throw new Error(`the type ${name} is there already: extend it, or name yours otherwise`);
}

function nameOf({ core }: Nexus, type: unknown): string | undefined {
  if (core.isNexusExtendTypeDef(type) || core.isNexusExtendInputTypeDef(type)) return undefined;
  return isNamedType(type) || core.isNexusNamedTypeDef(type) ? type.name : undefined;
}
