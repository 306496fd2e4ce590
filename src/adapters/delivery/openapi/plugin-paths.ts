import { fileType, localeType, roleType } from '../../../domain/schema/built-in-uids.js';
import { contentTypeOf, type Schema } from '../../../domain/schema/schema.js';
import { typeNameOf } from '../codec/type-name.js';
import { reading, writing } from './answers.js';
import {
  json,
  listOf,
  nullable,
  object,
  parameterRef,
  schemaRef,
  text,
  type JsonSchema,
  type Paths,
} from './openapi.js';
import { filtersOf, pathParameter, populateOf } from './shared-parts.js';

/** Returns the paths of files, locales and roles. Their answers have no `data`. */
export const pluginPaths = (schema: Schema, prefix: string): Paths => ({
  ...uploadPaths(typeNameOf(contentTypeOf(schema, fileType)), `${prefix}/upload`),
  ...localePaths(typeNameOf(contentTypeOf(schema, localeType)), `${prefix}/i18n/locales`),
  ...rolePaths(typeNameOf(contentTypeOf(schema, roleType)), `${prefix}/users-permissions`),
});

const id = pathParameter('id');

const share: JsonSchema = { type: 'number', minimum: 0, maximum: 100 };

const fileInfo: JsonSchema = {
  type: 'object',
  properties: {
    name: text,
    alternativeText: {
      ...nullable(text),
      description: 'Empty: the picture is decoration. Null: nobody has said it yet.',
    },
    caption: nullable(text),
    focalPoint: {
      ...nullable(object({ x: share, y: share })),
      description:
        'What stays in view where the picture is cropped, in percent of its width and height from the top left corner.',
    },
    folder: { ...nullable(text), description: 'The documentId of a folder; null: the top.' },
  },
};

const fileInfoText: JsonSchema = {
  ...text,
  description: '`fileInfo` of the other form of the body as JSON, once for all files or once for each.',
};

function uploadPaths(name: string, root: string): Paths {
  const file = schemaRef(name);
  const described = (operationId: string, summary: string) => ({ operationId, summary, tags: ['Files'] });
  const bytes: JsonSchema = { type: 'string', contentMediaType: 'application/octet-stream' };
  const form = object({ files: listOf(bytes), fileInfo: fileInfoText, ref: text, refId: text, field: text }, [
    'files',
  ]);
  return {
    [root]: {
      post: {
        ...described('upload', 'Upload files; with `id`, change what is said of a file, or replace it'),
        parameters: [{ name: 'id', in: 'query', schema: text }],
        requestBody: {
          required: true,
          content: {
            'multipart/form-data': { schema: form },
            ...json({ type: 'object', properties: { fileInfo } }),
          },
        },
        responses: {
          ...writing(201, { description: 'The new files', content: json(listOf(file)) }, '507'),
          200: { description: 'The file that was changed', content: json(file) },
        },
      },
    },
    [`${root}/files`]: {
      get: {
        ...described('listFiles', 'List files'),
        parameters: [
          filtersOf(name),
          populateOf(name),
          parameterRef('sort'),
          parameterRef('fields'),
          parameterRef('pagination'),
          { name: 'folder', in: 'query', description: 'The id of a folder, or `root`.', schema: text },
          {
            name: 'below',
            in: 'query',
            description: 'Whether the folders in it count too.',
            schema: { type: 'boolean' },
          },
        ],
        responses: reading({ description: 'Files', content: json(listOf(file)) }),
      },
    },
    ...folderPaths(`${root}/folders`),
    [`${root}/files/{id}`]: {
      get: {
        ...described('getFile', 'Read what is known of a file'),
        parameters: [id],
        responses: reading({ description: 'A file', content: json(file) }),
      },
      delete: {
        ...described('deleteFile', 'Delete a file'),
        parameters: [id],
        responses: writing(200, { description: 'The file that is gone', content: json(file) }),
      },
    },
  };
}

function folderPaths(root: string): Paths {
  const described = (operationId: string, summary: string) => ({ operationId, summary, tags: ['Files'] });
  const folder = object({ id: { type: 'integer' }, documentId: text, name: text, parent: nullable(text) });
  const body = (required: readonly string[]) => ({
    required: true,
    content: json(object({ data: object({ name: text, parent: nullable(text) }, required) })),
  });
  const one = { description: 'The folder', content: json(object({ data: folder })) };
  return {
    [root]: {
      get: {
        ...described('listFolders', 'List the folders'),
        responses: reading({
          description: 'All folders, by name',
          content: json(object({ data: listOf(folder) })),
        }),
      },
      post: {
        ...described('createFolder', 'Make a folder'),
        requestBody: body(['name']),
        responses: writing(200, one),
      },
    },
    [`${root}/{id}`]: {
      put: {
        ...described('updateFolder', 'Rename or move a folder'),
        parameters: [id],
        requestBody: body([]),
        responses: writing(200, one),
      },
      delete: {
        ...described('deleteFolder', 'Remove a folder; what is in it goes up'),
        parameters: [id],
        responses: writing(204, { description: 'It is gone' }),
      },
    },
  };
}

const localePaths = (name: string, path: string): Paths => ({
  [path]: {
    get: {
      operationId: 'listLocales',
      summary: 'List the locales',
      tags: ['Locales'],
      responses: reading({
        description: 'All locales',
        content: json(listOf({ allOf: [schemaRef(name), object({ isDefault: { type: 'boolean' } })] })),
      }),
    },
  },
});

const tree: JsonSchema = {
  type: 'object',
  description: 'By API, controller and action: whether it is granted.',
};

function rolePaths(name: string, root: string): Paths {
  const role = schemaRef(name);
  const described = (operationId: string, summary: string) => ({ operationId, summary, tags: ['Roles'] });
  const body = {
    required: true,
    content: json(object({ name: text, description: text, permissions: tree, users: listOf({}) }, [])),
  };
  const done = { description: 'Done', content: json(object({ ok: { type: 'boolean' } })) };
  const counted = { allOf: [role, object({ nb_users: { type: 'integer' } })] };
  return {
    [`${root}/roles`]: {
      get: {
        ...described('listRoles', 'List roles'),
        responses: reading({
          description: 'Roles',
          content: json(object({ roles: listOf(counted) })),
        }),
      },
      post: {
        ...described('createRole', 'Create a role'),
        requestBody: body,
        responses: writing(200, done),
      },
    },
    [`${root}/roles/{id}`]: {
      get: {
        ...described('getRole', 'Read a role and its permissions'),
        parameters: [id],
        responses: reading({
          description: 'A role',
          content: json(object({ role: { allOf: [role, object({ permissions: tree })] } })),
        }),
      },
      put: {
        ...described('updateRole', 'Change a role'),
        parameters: [id],
        requestBody: body,
        responses: writing(200, done),
      },
      delete: {
        ...described('deleteRole', 'Delete a role'),
        parameters: [id],
        responses: writing(200, done),
      },
    },
    [`${root}/permissions`]: {
      get: {
        ...described('listPermissions', 'List everything that can be granted'),
        responses: reading({
          description: 'Permissions',
          content: json(object({ permissions: tree })),
        }),
      },
    },
  };
}
