import {
  GraphQLID,
  GraphQLNonNull,
  GraphQLString,
  type GraphQLFieldConfigArgumentMap,
  type GraphQLObjectType,
} from 'graphql';
import type { Documents } from '../../../../application/documents/documents.js';
import { planTransition } from '../../../../application/releases/plan-transition.js';
import type { ReleaseService } from '../../../../application/releases/release-service.js';
import type { Transition } from '../../../../domain/query/mutation.js';
import type { ContentType } from '../../../../domain/schema/schema.js';
import { expectedLater } from '../../codec/decode-expected.js';
import { decodeTransition } from '../../codec/decode-mutation.js';
import { presentRelease } from '../../codec/present-release.js';
import { failureError, valueOrThrow } from '../client-error.js';
import { readChanged, readScalar } from '../read/found.js';
import { documentIdOf, selectedBelow, type FieldDependencies } from '../read/read-fields.js';
import type { Generation } from '../schema/generation.js';
import { meaning } from '../schema/meaning.js';
import type { NamedField, RootField, YieldingFields } from '../schema/named-field.js';
import { objectType } from '../schema/output-types.js';
import { localeArgument } from '../schema/root-fields.js';
import { checkGranted, expectedIn, ifMatchArgument, parametersOf } from '../write-fields.js';
import { releaseType, releaseTypeNames } from './release-types.js';

export type TransitionKind = Transition['kind'];

interface Making {
  readonly generation: Generation;
  readonly dependencies: FieldDependencies;
  readonly releases: ReleaseService;
  readonly type: ContentType;
}

/** The mutations that publish, unpublish and discard drafts: the use cases of `…/actions` over REST. */
export const transitionFields = (
  generation: Generation,
  dependencies: FieldDependencies,
  releases: ReleaseService,
  type: ContentType,
  kinds: readonly TransitionKind[],
): YieldingFields => {
  const making = { generation, dependencies, releases, type };
  const fields = kinds.map((kind) => transitionField(making, kind));
  return { fields, typeNames: [...releaseTypeNames, typeNameOf(making)] };
};

const typeNameOf = ({ generation, type }: Making): string =>
  `${generation.shape.names.typeOf(type)}Transition`;

const nameOf = (kind: TransitionKind, typeName: string): string =>
  kind === 'discardDraft' ? `discard${typeName}Draft` : `${kind}${typeName}`;

function transitionField(making: Making, kind: TransitionKind): NamedField {
  const { generation, dependencies, type } = making;
  const { names, documentKey } = generation.shape;
  const args: GraphQLFieldConfigArgumentMap = {
    ...(type.kind !== 'singleType' && { [documentKey]: { type: new GraphQLNonNull(GraphQLID) } }),
    ...localeArgument(type),
    ...ifMatchArgument,
    ...(kind !== 'discardDraft' && {
      at: { type: GraphQLString, description: 'When it shall happen, in ISO 8601 with a zone.' },
    }),
  };
  const resolve: RootField['resolve'] = async (_source, given, { principal }, info) => {
    checkGranted(dependencies, principal, kind, type);
    const { selection: answer } = selectedBelow(dependencies, info);
    const documentId = await documentIdOf(dependencies, type, given);
    const decoded = valueOrThrow(decodeTransition(kind, type.uid, documentId, parametersOf(given)));
    const { at = null } = given;
    const expecting = expectedIn(given);
    if (at === null) {
      const mutation = { ...decoded, ...expecting, answer };
      const moved = await moving(dependencies.documents, kind)(principal, mutation);
      return { document: valueOrThrow(moved).answer.documents()[0] ?? null, release: null };
    }
    if (expecting.expected !== undefined) throw failureError(expectedLater);
    const release = await planTransition(making.releases, principal, decoded, { at });
    return { document: null, release: presentRelease(valueOrThrow(release)) };
  };
  const field = { type: new GraphQLNonNull(transitionType(making)), args, resolve };
  return {
    root: 'Mutation',
    name: nameOf(kind, names.typeOf(type)),
    scope: { type: type.uid, action: kind },
    field,
  };
}

type Move = (...asked: [Parameters<Documents['publish']>[0], Transition]) => ReturnType<Documents['publish']>;

const moving = (documents: Documents, kind: TransitionKind): Move => documents[kind] as Move;

/** Returns the type `<Name>Transition`. */
function transitionType(making: Making): GraphQLObjectType {
  const { generation, type } = making;
  const { liveDocument } = generation.shape;
  return objectType(generation, typeNameOf(making), type, () => ({
    document: {
      type: liveDocument.typeOf(generation, type),
      description: 'Null for what is planned.',
      extensions: meaning({ kind: 'wrapper', name: 'document' }),
      resolve: readChanged(liveDocument.present),
    },
    release: {
      type: releaseType(generation),
      description: 'What is planned, with `at`.',
      resolve: readScalar('release'),
    },
  }));
}
