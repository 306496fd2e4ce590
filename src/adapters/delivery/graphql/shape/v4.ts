import { GraphQLList } from 'graphql';
import { internalTypes } from '../../../../domain/schema/built-in-uids.js';
import { isSystem, type ContentType } from '../../../../domain/schema/schema.js';
import { plain, scalarsWith } from '../schema/leaf-types.js';
import { isEnabled, type Generation, type SchemaShape } from '../schema/generation.js';
import { v4Names } from './v4-names.js';
import { Found } from '../read/found.js';
import { stateArgument, v4RootFields, v4VersionArguments } from './v4-root-fields.js';
import { relationCollectionType, responseType, v4RelationFields } from './v4-types.js';

/** Scalars that take any value: the rules of REST check the values later. */
const scalars = scalarsWith({
  date: plain('Date', 'A date, `2024-12-31`.'),
  time: plain('Time', 'A time of day, `23:59:59` or `23:59:59.999`.'),
  dateTime: plain('DateTime', 'A moment in ISO 8601, `2024-12-31T23:59:59.999Z`.'),
  long: plain('Long', 'An integer of 64 bits, as text where it is large.'),
});

const unwritten: ReadonlySet<string> = new Set(['createdBy', 'updatedBy', 'locale', 'localizations']);

/** The format of Strapi 4: documents are `{ data: { id, attributes } }`. */
export const v4: SchemaShape = {
  format: 'v4',
  names: v4Names,
  reserved: ['ResponseCollectionMeta', 'PublicationState'],
  scalars,
  documentKey: 'id',
  takesNumericIds: true,
  nullForAllLocales: false,
  hasRequiredFields: () => false,
  hasItemArguments: false,
  hasCursors: false,
  nullsFailedData: true,
  hasIdFilter: () => true,
  writes: (_shaped, attribute) => !(isSystem(attribute) && unwritten.has(attribute.name)),
  inputsPassedOver: () => ({}),
  zoneInput: (name) =>
    plain(
      name,
      'An object with the name of its component in `__component`, or that of its type in `__typename`.',
    ),
  zoneItems: (item) => new GraphQLList(item),
  isServed: ({ exposed }) => exposed,
  fieldsBefore: () => ({}),
  zoneMembers: () => [],
  documentFields: () => ({}),
  relationFields: v4RelationFields,
  rootFields: v4RootFields,
  layerArgument: stateArgument,
  versionArguments: v4VersionArguments,
  liveDocument: { typeOf: responseType, present: (document, aliasPath) => new Found(document, aliasPath) },
  extraTypes: (generation) => typesOf(generation).map((type) => relationCollectionType(generation, type)),
  errorCode: () => 'STRAPI_APPLICATION_ERROR',
};

/** Returns the content-types that clients know of, also those of plugins, which have no root fields here. */
const typesOf = (generation: Generation): readonly ContentType[] =>
  [...generation.schema.contentTypes.values()].filter(
    ({ uid }) => !internalTypes.has(uid) && isEnabled(generation, uid),
  );
