import { isPlainObject } from '../../../../domain/document/plain-object.js';
import { isNamedType, type GraphQLSchema } from 'graphql';
import type * as nexusModule from 'nexus';
import type { Extension } from './extension.js';

type Nexus = typeof nexusModule;

/** A schema with the types of extensions that are built with nexus, in the order of its plugins. */
export async function addNexusTypes(
  base: GraphQLSchema,
  extensions: readonly Extension[],
): Promise<GraphQLSchema> {
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
