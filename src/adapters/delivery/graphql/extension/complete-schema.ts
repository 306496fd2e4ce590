import type { GraphQLSchema } from 'graphql';
import { applyResolversConfig, type ResolverDependencies } from './apply-resolvers-config.js';
import { extendSchema } from './extend-schema.js';
import type { Extension } from './extension.js';

/** The generated schema with what an app's code makes of it. Rejects with an error that names the extension at fault. */
export async function completeSchema(
  base: GraphQLSchema,
  extensions: readonly Extension[],
  dependencies: Omit<ResolverDependencies, 'base'>,
): Promise<GraphQLSchema> {
  const extended = await extendSchema(base, extensions);
  return applyResolversConfig(extended, extensions, { ...dependencies, base });
}
