import {
  GraphQLID,
  GraphQLInputObjectType,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLString,
} from 'graphql';
import type { RefusalReports } from '../../../../application/audit/refusals.js';
import type { FolderRequest, Folders } from '../../../../application/media/folders.js';
import type { Folder } from '../../../../domain/media/folder-tree.js';
import { ok } from '../../../../domain/result.js';
import { folderType } from '../../../../domain/schema/built-in-uids.js';
import type { Args } from '../read/decode-arguments.js';
import type { Generation } from '../schema/generation.js';
import type { YieldingFields } from '../schema/named-field.js';
import { useCaseFields } from './use-case-fields.js';

/** The fields for folders of the media library: the use cases of `/api/upload/folders`. */
export function folderFields(
  generation: Generation,
  folders: Folders,
  reports: RefusalReports,
): YieldingFields {
  const folder = new GraphQLNonNull(folderOutput(generation));
  const id = new GraphQLNonNull(GraphQLID);
  const data = { data: { type: new GraphQLNonNull(folderInput(generation)) } };
  const field = useCaseFields(folderType, reports);
  const one = field<Folder>((value) => value, folder);
  return {
    fields: [
      field<readonly Folder[]>((all) => all, new GraphQLNonNull(new GraphQLList(folder)))(
        'Query',
        'mediaFolders',
        'find',
        {},
        (principal) => folders.list(principal),
      ),
      one('Mutation', 'createMediaFolder', 'create', data, (principal, args) =>
        folders.create(principal, requestIn(args)),
      ),
      one(
        'Mutation',
        'updateMediaFolder',
        'update',
        { documentId: { type: id }, ...data },
        (principal, args) => folders.update(principal, idIn(args), requestIn(args)),
      ),
      field<string>((removed) => removed, id)(
        'Mutation',
        'deleteMediaFolder',
        'delete',
        { documentId: { type: id } },
        async (principal, args) => {
          const done = await folders.delete(principal, idIn(args));
          return done.ok ? ok(idIn(args)) : done;
        },
      ),
    ],
    typeNames: ['MediaFolder', 'MediaFolderInput'],
  };
}

const idIn = ({ documentId }: Args): string => String(documentId);

/** GraphQL has checked the form; the use case checks the rest. */
const requestIn = ({ data }: Args): FolderRequest => data as FolderRequest;

const folderOutput = ({ types }: Generation): GraphQLObjectType =>
  types.own(
    'MediaFolder',
    () =>
      new GraphQLObjectType({
        name: 'MediaFolder',
        fields: {
          documentId: { type: new GraphQLNonNull(GraphQLID) },
          name: { type: new GraphQLNonNull(GraphQLString) },
          parent: {
            type: GraphQLID,
            description: 'The documentId of the folder that it is in; null: it is at the top.',
          },
        },
      }),
  );

const folderInput = ({ types }: Generation): GraphQLInputObjectType =>
  types.own(
    'MediaFolderInput',
    () =>
      new GraphQLInputObjectType({
        name: 'MediaFolderInput',
        fields: { name: { type: GraphQLString }, parent: { type: GraphQLID } },
      }),
  );
