import {
  GraphQLEnumType,
  GraphQLID,
  GraphQLNonNull,
  type GraphQLObjectType,
  type GraphQLOutputType,
  GraphQLString,
} from 'graphql';
import type { LiveEvent } from '../../../../application/live-changes/live-changes.js';
import type { LoggedChange } from '../../../../application/ports/change-log.js';
import type { Document } from '../../../../application/ports/document-store.js';
import type { ContentType } from '../../../../domain/schema/schema.js';
import type { Query } from '../../../../domain/query/query.js';
import { decodeFilterArgument, decodeVersionArguments, type Args } from '../read/decode-arguments.js';
import { readChanged, readScalar } from '../read/found.js';
import type { Info } from '../read/collect-fields.js';
import { selectedBelow, type FieldDependencies, type RootResolver } from '../read/read-fields.js';
import { filtersInput } from '../schema/filter-inputs.js';
import type { Generation } from '../schema/generation.js';
import { meaning } from '../schema/meaning.js';
import type { RootField } from '../schema/named-field.js';
import { objectType } from '../schema/output-types.js';
import { localeArgument } from '../schema/root-fields.js';

/** Returns the query for the document of each change of a field of `Subscription`. Throws errors for the client. */
type LiveQuery = (args: Args, info: Info) => Query;

const liveQueries = new WeakMap<object, LiveQuery>();

/** Returns undefined for a resolver of the app, or one that code of the app stands before. */
export const liveQueryOf = (resolve: unknown): LiveQuery | undefined =>
  typeof resolve === 'function' ? liveQueries.get(resolve) : undefined;

/** Returns the field for the changes of a content-type, `articleChanges`, with its name. */
export function liveField(
  generation: Generation,
  dependencies: FieldDependencies,
  type: ContentType,
): readonly [string, RootField] {
  const { shape } = generation;
  const isSingle = type.kind === 'singleType';
  // Returns the change: `compileSubscription` gives it as the value of the root.
  const resolve: RootResolver = (change) => change;
  liveQueries.set(resolve, (args, info) => queryOf(dependencies, type, args, info));
  const field: RootField = {
    type: new GraphQLNonNull(changeType(generation, type)),
    args: {
      ...(!isSingle && { filters: { type: filtersInput(generation, type) } }),
      ...shape.layerArgument,
      ...localeArgument(type),
      after: { type: GraphQLString },
    },
    resolve,
  };
  return [`${shape.names.oneOf(type)}Changes`, field];
}

function queryOf(dependencies: FieldDependencies, type: ContentType, args: Args, info: Info): Query {
  const filters = decodeFilterArgument(dependencies.schema, type, args);
  const { selection } = selectedBelow(dependencies, info);
  return {
    type: type.uid,
    action: 'find',
    range: { offset: 0, limit: 1 },
    count: false,
    ...selection,
    ...(filters && { filters }),
    ...decodeVersionArguments(args),
  };
}

/** The values of `LiveChangeAction` by their names. */
const actions = {
  CREATE: 'create',
  UPDATE: 'update',
  PUBLISH: 'publish',
  UNPUBLISH: 'unpublish',
  DISCARD_DRAFT: 'discardDraft',
  DELETE: 'delete',
  LEAVE: 'leave',
  RESET: 'reset',
} as const satisfies Readonly<Record<string, Action>>;

type Action = LoggedChange['action'] | 'leave' | 'reset';

/** The names of types that every schema with live changes has. */
export const liveTypeNames = ['LiveChangeAction'];

const actionType = ({ types }: Generation): GraphQLEnumType =>
  types.own(
    'LiveChangeAction',
    () =>
      new GraphQLEnumType({
        name: 'LiveChangeAction',
        description:
          'What has happened to a version. LEAVE: it cannot be seen any more, or does not match the filters. ' +
          'RESET: read anew what you have.',
        values: Object.fromEntries(Object.entries(actions).map(([name, value]) => [name, { value }])),
      }),
  );

/** Returns the type `<Name>LiveChange`. */
function changeType(generation: Generation, type: ContentType): GraphQLObjectType {
  const { shape } = generation;
  const scalar = (name: keyof ChangeValue, of: GraphQLOutputType) => ({
    type: of,
    resolve: readScalar(name),
  });
  return objectType(generation, `${shape.names.typeOf(type)}LiveChange`, type, () => ({
    action: scalar('action', new GraphQLNonNull(actionType(generation))),
    documentId: scalar('documentId', GraphQLID),
    locale: scalar('locale', GraphQLString),
    position: scalar('position', new GraphQLNonNull(GraphQLString)),
    document: {
      type: shape.liveDocument.typeOf(generation, type),
      extensions: meaning({ kind: 'wrapper', name: 'document' }),
      resolve: readChanged(shape.liveDocument.present),
    },
  }));
}

/** The value of `<Name>LiveChange`. */
export interface ChangeValue {
  readonly action: Action;
  /** Null for a reset. */
  readonly documentId: string | null;
  readonly locale: string | null;
  /** A client that comes again with it in `after` gets what follows. */
  readonly position: string;
  /** Null unless the version can be seen. */
  readonly document: Document | null;
}

export function changeValue(event: LiveEvent): ChangeValue {
  const { kind, position } = event;
  if (kind === 'reset') return { action: 'reset', documentId: null, locale: null, position, document: null };
  const { documentId, locale } = event;
  return kind === 'leave'
    ? { action: 'leave', documentId, locale, position, document: null }
    : { action: event.action, documentId, locale, position, document: event.document };
}
