import { validateSchema, type GraphQLSchema } from 'graphql';
import type { AppParts, Instance } from '../../../application/app-code/app-parts.js';
import type { ContentType } from '../../../domain/schema/schema.js';
import { accountFields, type AccountFields } from './accounts/account-fields.js';
import { applyResolversConfig, type RestRoutes } from './extension/apply-resolvers-config.js';
import { extendSchema } from './extension/extend-schema.js';
import { loadMembers } from './extension/load-members.js';
import type { Extension } from './extension/extension.js';
import type { ShadowCrud } from './extension/shadow-crud.js';
import type { Editing } from './editing/editing.js';
import { generateSchema, type GeneratedSchema } from './schema/generate-schema.js';
import type { GenerationDependencies, OfferedEditing } from './schema/generation.js';
import type { ResponseFormat, Shape } from './shape/shape.js';
import { shapes } from './shape/shapes.js';

export interface GraphqlSchemaParts extends Omit<GenerationDependencies, 'shape' | 'editing'> {
  /** Absent: there are no fields for editing. */
  readonly editing?: Editing;
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
  const generate = (editing: OfferedEditing | undefined) =>
    generateSchema({ ...given, shape, isLive, isAggregated, editing }, generates ? shadow : null, more);
  const { schema: base, scopes } = await generateAround(
    given.editing && withoutGuarded(given.editing, extensions, shape),
    generate,
    extensions,
  );
  const extended = await extendSchema(base, extensions);
  const loading = extensions.some(hasOwnCode) ? loadMembers(extended, { ...given, shape }) : extended;
  const built = applyResolversConfig(loading, extensions, {
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

/** Whether resolvers of the app may return documents. */
const hasOwnCode = ({ types, plugins, resolvers }: Extension): boolean =>
  types.length + plugins.length + Object.keys(resolvers).length > 0;

/**
 * Generates the fields for editing around the names that the app has taken. These are only known from a schema without such
 * fields, which takes as long as the schema itself. Without extensions, two things of one name make the generation fail, so it
 * is enough to generate that schema then.
 */
async function generateAround(
  editing: Editing | undefined,
  generate: (editing: OfferedEditing | undefined) => GeneratedSchema,
  extensions: readonly Extension[],
): Promise<GeneratedSchema> {
  if (editing === undefined) return generate(undefined);
  if (extensions.length === 0)
    try {
      return generate({ ...editing, taken: new Set() });
    } catch {
      // The names are looked up below. Another fault occurs there again.
    }
  const taken = await takenNames(() => extendSchema(generate(undefined).schema, extensions));
  return generate({ ...editing, taken });
}

/** Returns nothing if the schema cannot be built: the whole schema then has the same fault. */
async function takenNames(build: () => Promise<GraphQLSchema>): Promise<ReadonlySet<string>> {
  try {
    const schema = await build();
    const roots = [schema.getQueryType(), schema.getMutationType()];
    const fields = roots.flatMap((root) =>
      Object.keys(root?.getFields() ?? {}).map((name) => `${root?.name}.${name}`),
    );
    return new Set([...Object.keys(schema.getTypeMap()), ...fields]);
  } catch {
    return new Set();
  }
}

/** Leaves out what code of an extension cannot run for: it stands at other root fields of the type. */
function withoutGuarded(editing: Editing, extensions: readonly Extension[], shape: Shape): Editing {
  const changesOwn = (type: ContentType): boolean =>
    hasCodeAt(extensions, 'Mutation', [`update${shape.names.typeOf(type)}`]);
  return {
    ...editing,
    hasHistory: (type) =>
      editing.hasHistory(type) && !hasOwnReads(extensions, shape, type) && !changesOwn(type),
    hasTransition: (type, action) => editing.hasTransition(type, action) && !changesOwn(type),
  };
}

/** Whether extensions have code at the root fields that read a type: it cannot run for changes and aggregates. */
function hasOwnReads(extensions: readonly Extension[], { names }: Shape, type: ContentType): boolean {
  const list = names.listOf(type);
  return hasCodeAt(extensions, 'Query', [names.oneOf(type), list, `${list}_connection`]);
}

const hasCodeAt = (
  extensions: readonly Extension[],
  root: 'Query' | 'Mutation',
  fields: readonly string[],
): boolean =>
  extensions.some(
    ({ plugins, resolvers, resolversConfig }) =>
      plugins.length > 0 ||
      fields.some(
        (name) =>
          Object.hasOwn(Object(resolvers[root]) as object, name) ||
          Object.hasOwn(resolversConfig, `${root}.${name}`),
      ),
  );
