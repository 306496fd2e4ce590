import { mergeSchemas } from '@graphql-tools/schema';
import { Kind, parse, type DocumentNode, type GraphQLSchema, isNamedType } from 'graphql';
import type { Extension } from './extension.js';
import { isPlainObject } from '../../../../domain/document/plain-object.js';
import type * as nexusModule from 'nexus';

/**
 * A schema with extensions merged in: first what nexus builds, then the definitions and resolvers. All extensions know
 * the types of each other. Definitions of a type that is there add to it. Types are built anew, so what they stand for
 * must be in their `extensions`, not in a map by type; the base stays as it is. Rejects with an error that names the extension at fault.
 */
export async function extendSchema(
  base: GraphQLSchema,
  extensions: readonly Extension[],
): Promise<GraphQLSchema> {
  const typed = extensions.filter(({ types, plugins }) => types.length > 0 || plugins.length > 0);
  const built = typed.length === 0 ? base : await blaming(typed, (some) => addNexusTypes(base, some));
  // Also where nothing is to be merged: what goes before resolvers must not change those of the generated types.
  return extensions.every(isEmpty) ? base : blaming(extensions, (some) => merge(built, some));
}

const isEmpty = ({ types, plugins, typeDefs, resolvers, resolversConfig }: Extension): boolean =>
  [types, plugins, typeDefs, Object.keys(resolvers), Object.keys(resolversConfig)].every(
    (part) => part.length === 0,
  );

function merge(schema: GraphQLSchema, extensions: readonly Extension[]): Promise<GraphQLSchema> {
  const typeDefs = extensions.flatMap((extension) => extension.typeDefs.map(parsed));
  const resolvers = extensions.map((extension) => extension.resolvers);
  return Promise.resolve(
    mergeSchemas({
      schemas: [schema],
      typeDefs,
      // The types of graphql-tools want functions where its code, as existing extensions do, takes more.
      resolvers: resolvers as [],
      resolverValidationOptions: { requireResolversToMatchSchema: 'error' },
    }),
  );
}

const roots: ReadonlySet<string> = new Set(['Query', 'Mutation', 'Subscription']);

/** A root type that nothing is generated for can be extended all the same: definitions of one type are merged. */
function parsed(typeDefs: string | DocumentNode): DocumentNode {
  const document = typeof typeDefs === 'string' ? parse(typeDefs) : typeDefs;
  const definitions = document.definitions.map((definition) =>
    definition.kind === Kind.OBJECT_TYPE_EXTENSION && roots.has(definition.name.value)
      ? { ...definition, kind: Kind.OBJECT_TYPE_DEFINITION as const }
      : definition,
  );
  return { ...document, definitions };
}

/** Runs a step for all extensions; where it fails, names the first without which it would not. */
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

/** A schema with the types of extensions that are built with nexus, in the order of its plugins. */
async function addNexusTypes(base: GraphQLSchema, extensions: readonly Extension[]): Promise<GraphQLSchema> {
  const nexus = await import('nexus');
  const types = extensions.flatMap((extension) => definitions(nexus, extension.types));
  return nexus.makeSchema({
    types: [base, ...types.map((type) => addition(nexus, base, type))],
    plugins: extensions.flatMap((extension) => extension.plugins) as [],
    // Nexus would else write files of types beside the app, and end the process after it.
    outputs: false,
    shouldGenerateArtifacts: false,
    shouldExitAfterGenerateArtifacts: false,
    features: { abstractTypeRuntimeChecks: false },
  });
}

/** Also those in lists and in plain objects, as `import * as types` gives them. Nexus itself passes over what is none. */
function definitions(nexus: Nexus, types: readonly unknown[]): readonly unknown[] {
  return types.flatMap((type) => {
    if (Array.isArray(type)) return definitions(nexus, type);
    if (isNamedType(type) || nexus.core.isNexusStruct(type)) return [type];
    if (isPlainObject(type)) return definitions(nexus, Object.values(type));
    throw new Error(`types holds ${JSON.stringify(type) ?? typeof type}, which is no definition of nexus`);
  });
}

/** Nexus lets a second definition of a type replace the first: here it adds to it, as definitions in text do. */
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
