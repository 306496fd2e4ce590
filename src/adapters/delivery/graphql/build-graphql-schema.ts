import { validateSchema, type GraphQLSchema } from 'graphql';
import type { AppParts, Instance } from '../../../application/app-code/app-parts.js';
import { accountFields, type AccountFields } from './accounts/account-fields.js';
import { applyResolversConfig, type RestRoutes } from './extension/apply-resolvers-config.js';
import { extendSchema } from './extension/extend-schema.js';
import type { Extension } from './extension/extension.js';
import type { ShadowCrud } from './extension/shadow-crud.js';
import type { FieldDependencies } from './read/read-fields.js';
import { generateSchema } from './schema/generate-schema.js';

export interface GraphqlSchemaParts extends FieldDependencies {
  /** Whether anything is generated; true unless told. */
  readonly generates?: boolean;
  /** Which parts are generated. */
  readonly shadow: ShadowCrud;
  /** Without it nobody logs in here. */
  readonly accounts?: AccountFields;
  readonly extensions: readonly Extension[];
  /** What the app's own policies and middlewares are looked up in. */
  readonly parts: AppParts;
  readonly instance: Instance;
  /** Absent: routes of REST guard no root fields. */
  readonly routes?: RestRoutes;
}

/**
 * The whole schema: what is generated for content-types, extended and guarded as the app's code says. Rejects with an
 * error that names the extension, or the content-types, at fault.
 */
export async function buildGraphqlSchema(given: GraphqlSchemaParts): Promise<GraphQLSchema> {
  const { schema, documents, shadow, extensions, parts, instance, routes, generates = true } = given;
  const more = given.accounts && accountFields(given.accounts);
  const { schema: base, scopes } = generateSchema(given, generates ? shadow : null, more);
  const extended = await extendSchema(base, extensions);
  const built = applyResolversConfig(extended, extensions, {
    schema,
    documents,
    tellDenied: given.tellDenied,
    parts,
    instance,
    scopes,
    base,
    routes,
  });
  const [fault] = validateSchema(built);
  if (fault !== undefined) throw fault;
  return built;
}
