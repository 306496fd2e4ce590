import { GraphQLList, GraphQLNonNull, GraphQLString } from 'graphql';
import { fileType, localeType, roleType, userType } from '../../../../domain/schema/built-in-uids.js';
import { isServersOwn } from '../../../../domain/schema/built-in.js';
import { isSystem, type ContentType, type Shaped } from '../../../../domain/schema/schema.js';
import { Entity } from '../read/found.js';
import type { SchemaShape } from '../schema/generation.js';
import { documentType } from '../schema/output-types.js';
import { builtInFields } from './v5-built-in-fields.js';
import { v5Names } from './v5-names.js';
import { statusArgument, v5RootFields, v5VersionArguments } from './v5-root-fields.js';
import { v5Scalars, v5ZoneInput } from './v5-scalars.js';
import { documentIdField, errorType, v5RelationFields } from './v5-types.js';

const servedBuiltIns: ReadonlySet<string> = new Set([fileType, localeType, roleType, userType]);

/** The flat format of Strapi 5: documents have their attributes beside their `documentId`. */
export const v5: SchemaShape = {
  format: 'v5',
  names: v5Names,
  reserved: [
    'DeleteMutationResponse',
    'Error',
    'FileInfoInput',
    'GenericMorph',
    'PublicationFilter',
    'PublicationStatus',
    'UsersPermissionsCreateRolePayload',
    'UsersPermissionsDeleteRolePayload',
    'UsersPermissionsPermission',
    'UsersPermissionsPermissionRelationResponseCollection',
    'UsersPermissionsUpdateRolePayload',
  ],
  scalars: v5Scalars,
  documentKey: 'documentId',
  takesNumericIds: false,
  nullForAllLocales: true,
  // Strapi 5 requires neither name nor code of a locale.
  hasRequiredFields: ({ uid }) => uid !== localeType,
  hasItemArguments: true,
  hasCursors: true,
  nullsFailedData: false,
  hasIdFilter: ({ kind }) => kind !== 'singleType',
  writes: (shaped, attribute) => !isSystem(attribute) && !isServersOwn(shaped.uid, attribute.name),
  inputsPassedOver: (shaped) => ('singularName' in shaped ? passedOver(shaped as ContentType) : {}),
  zoneInput: v5ZoneInput,
  zoneItems: (item) => new GraphQLList(new GraphQLNonNull(item)),
  isServed: ({ exposed, uid }) => exposed || servedBuiltIns.has(uid),
  fieldsBefore: builtInFields,
  zoneMembers: (generation) => [errorType(generation)],
  documentFields: documentIdField,
  relationFields: v5RelationFields,
  rootFields: v5RootFields,
  layerArgument: statusArgument,
  versionArguments: v5VersionArguments,
  liveDocument: { typeOf: documentType, present: (document, aliasPath) => new Entity(document, aliasPath) },
  extraTypes: () => [],
  errorCode: (name) => `STRAPI_${name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_').toUpperCase()}`,
};

/** Clients send these back from answers. `status` and `locale` are arguments. */
const passedOver = (type: ContentType & Shaped) => ({
  publishedAt: { type: v5Scalars.datetime },
  ...(!type.localized && { locale: { type: GraphQLString } }),
});
