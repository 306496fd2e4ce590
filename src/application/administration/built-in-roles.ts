import type { Action } from '../../domain/permission/permission.js';
import {
  fileType,
  folderType,
  localeType,
  releaseType,
  viewType,
} from '../../domain/schema/built-in-uids.js';
import type { ContentType, Schema } from '../../domain/schema/schema.js';
import { sensibleActions } from '../access/check-grants.js';
import type { GrantRecord } from '../ports/access-store.js';

/** Owners may do everything. Editors may do everything with content; authors write drafts, which others publish. */
export const builtInRoles = ['owner', 'editor', 'author'] as const;
export const ownerRole = 'owner';

export const isBuiltIn = (name: string): boolean => (builtInRoles as readonly string[]).includes(name);

const ofAuthors = (type: ContentType): readonly Action[] =>
  type.draftAndPublish
    ? ['find', 'findOne', 'findDrafts', 'create', 'update', 'discardDraft']
    : ['find', 'findOne', 'create'];

/** Authors say what the pictures show that they upload. */
const ownUploads = { uploader: '$me' };

/** The grants of a built-in role, in the form of those that are stored; null: everything. */
export function builtInGrants(schema: Schema, name: string): readonly GrantRecord[] | null {
  if (name === ownerRole) return null;
  const types = [...schema.contentTypes.values()].filter(({ exposed }) => exposed);
  const isEditor = name === 'editor';
  const onFiles: readonly Action[] = isEditor
    ? ['find', 'findOne', 'create', 'update', 'delete']
    : ['find', 'findOne', 'create'];
  return [
    ...types.map((type) => ({ type: type.uid, actions: isEditor ? sensibleActions(type) : ofAuthors(type) })),
    { type: fileType, actions: onFiles },
    ...(isEditor ? [] : [{ type: fileType, actions: ['update'] as const, filters: ownUploads }]),
    { type: folderType, actions: isEditor ? onFiles : ['find', 'findOne'] },
    { type: localeType, actions: ['find', 'findOne'] },
    ...(isEditor
      ? [
          { type: releaseType, actions: ['find', 'findOne', 'create', 'update', 'delete'] as const },
          { type: viewType, actions: ['create', 'update'] as const },
        ]
      : []),
  ];
}
