import { validateSchema, type GraphQLSchema } from 'graphql';
import type { AppParts, Instance } from '../../../application/app-code/app-parts.js';
import type { ContentType } from '../../../domain/schema/schema.js';
import { accountFields, type AccountFields } from './accounts/account-fields.js';
import { applyResolversConfig, type RestRoutes } from './extension/apply-resolvers-config.js';
import { extendSchema } from './extension/extend-schema.js';
import type { Extension } from './extension/extension.js';
import type { ShadowCrud } from './extension/shadow-crud.js';
import { generateSchema } from './schema/generate-schema.js';
import type { GenerationDependencies } from './schema/generation.js';
import type { ResponseFormat, Shape } from './shape/shape.js';
import { shapes } from './shape/shapes.js';

export interface GraphqlSchemaParts extends Omit<GenerationDependencies, 'shape'> {
  /** The form of the schema; `v4` by default. */
  readonly format?: ResponseFormat;
  /** Whether types and root fields are generated for content-types; true by default. */
  readonly generates?: boolean;
  /** The parts that app code has disabled. */
  readonly shadow: ShadowCrud;
  /** Absent: there are no fields for accounts. */
  readonly accounts?: AccountFields;
  readonly extensions: readonly Extension[];
  /** The policies and middlewares of the app. */
  readonly parts: AppParts;
  readonly instance: Instance;
  /** Absent: the policies of REST routes do not run before root fields. */
  readonly routes?: RestRoutes;
}

/**
 * Builds the whole schema: generates it from the content-types, adds the extensions of the app, and puts policies and
 * middlewares before resolvers. Rejects with an error that names the extension or the content-types at fault.
 */
export async function buildGraphqlSchema(given: GraphqlSchemaParts): Promise<GraphQLSchema> {
  const { schema, documents, shadow, extensions, parts, instance, routes, generates = true } = given;
  const shape = shapes[given.format ?? 'v4'];
  const more = given.accounts && accountFields(given.accounts, shape);
  const unlessRead = (offers: ((type: ContentType) => boolean) | undefined) =>
    offers && ((type: ContentType) => offers(type) && !hasOwnReads(extensions, shape, type));
  const isLive = unlessRead(given.isLive);
  const isAggregated = unlessRead(given.isAggregated);
  const generated = { ...given, shape, isLive, isAggregated };
  const { schema: base, scopes } = generateSchema(generated, generates ? shadow : null, more);
  const extended = await extendSchema(base, extensions);
  const built = applyResolversConfig(extended, extensions, {
    schema,
    documents,
    shape,
    reportDenied: given.reportDenied,
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

/** Whether extensions have code at the root fields that read a type: it cannot run for changes and aggregates. */
function hasOwnReads(extensions: readonly Extension[], { names }: Shape, type: ContentType): boolean {
  const list = names.listOf(type);
  const fields = [names.oneOf(type), list, `${list}_connection`];
  return extensions.some(
    ({ plugins, resolvers, resolversConfig }) =>
      plugins.length > 0 ||
      fields.some(
        (name) =>
          Object.hasOwn(Object(resolvers['Query']) as object, name) ||
          Object.hasOwn(resolversConfig, `Query.${name}`),
      ),
  );
}
