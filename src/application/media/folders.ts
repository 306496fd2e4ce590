import { isStorableText } from '../../domain/document/storable-text.js';
import { textOf } from '../../domain/document/text-of.js';
import { denied, failure } from '../../domain/failure.js';
import { reason, type Reason } from '../../domain/reason/reason.js';
import {
  foldersIn,
  maxFolderDepth,
  maxFolders,
  pathTo,
  treeOf,
  type Folder,
} from '../../domain/media/folder-tree.js';
import {
  mayWithAll,
  systemPrincipal,
  type Action,
  type Principal,
} from '../../domain/permission/permission.js';
import { err, ok, type Result } from '../../domain/result.js';
import { fileType, folderType } from '../../domain/schema/built-in-uids.js';
import { writingFor } from '../audit/writing-for.js';
import { findAsSystem, readAll } from '../documents/system-query.js';
import type { Documents } from '../documents/use-cases.js';
import type { Document } from '../ports/document-store.js';
import { filesIn } from './in-folder.js';

/** Callers can pass any JavaScript value, so every member is checked. */
export interface FolderRequest {
  readonly name?: unknown;
  /** The documentId or the numeric id of the folder to be in; null: at the top. */
  readonly parent?: unknown;
}

/**
 * The folders of the media library. Each method needs the permission of its name on `plugin::upload.folder` (`list` needs
 * `find`), without fields and filters; else it fails with `POLICY.DENIED`. Fails with `INPUT.INVALID` for what cannot be the name
 * of a folder, or its place, and with `DOCUMENT.NOT_FOUND` if there is no such folder.
 */
export interface Folders {
  /** By name, as a tree: each `parent` is there. */
  list(principal: Principal): Promise<Result<readonly Folder[]>>;
  create(principal: Principal, request: FolderRequest): Promise<Result<Folder>>;
  /** Renames and moves. What is absent stays as it is. */
  update(principal: Principal, folder: string, request: FolderRequest): Promise<Result<Folder>>;
  /** What is in it, files and folders, goes to the folder that it is in. No file is removed. */
  delete(principal: Principal, folder: string): Promise<Result<void>>;
}

/** How many files are moved when their folder is removed. */
const mostFiles = 1000;

const noFolder = failure('DOCUMENT.NOT_FOUND', reason('folder.none'));

const invalid = (key: string, why: Reason): Result<never> =>
  err(failure('INPUT.INVALID', why, { key, source: 'body' }));

export function createFolders({ documents }: { readonly documents: Documents }): Folders {
  return {
    async list(principal) {
      return may(principal, 'find') ? readFolders(documents) : err(denied);
    },
    async create(principal, request) {
      if (!may(principal, 'create')) return err(denied);
      const tree = await readFolders(documents);
      if (!tree.ok) return tree;
      if (tree.value.length >= maxFolders)
        return err(failure('INPUT.MISMATCH', reason('folder.count', { max: maxFolders })));
      const checked = check(tree.value, null, { parent: null, ...request });
      if (!checked.ok) return checked;
      const created = await writingFor(documents, principal).create(systemPrincipal, {
        kind: 'create',
        type: folderType,
        layer: 'published',
        data: dataOf(checked.value),
        answer,
      });
      return created.ok ? ok(folderOf(created.value.answer.documents()[0] ?? {})) : taken(created);
    },
    async update(principal, documentId, request) {
      if (!may(principal, 'update')) return err(denied);
      const tree = await readFolders(documents);
      if (!tree.ok) return tree;
      const folder = tree.value.find((one) => one.documentId === documentId);
      if (folder === undefined) return err(noFolder);
      const checked = check(tree.value, folder, request);
      return checked.ok ? write(writingFor(documents, principal), documentId, checked.value) : checked;
    },
    async delete(principal, documentId) {
      if (!may(principal, 'delete')) return err(denied);
      const tree = await readFolders(documents);
      if (!tree.ok) return tree;
      const folder = tree.value.find((one) => one.documentId === documentId);
      if (folder === undefined) return err(noFolder);
      return removeFolder(documents, principal, tree.value, folder);
    },
  };
}

const may = (principal: Principal, action: Action): boolean => mayWithAll(principal, action, folderType);

const answer = { populate: { all: false, members: [{ name: 'parent', fields: ['documentId'] }] } } as const;

function folderOf(document: Document): Folder {
  const parent = document['parent'] as Document | null | undefined;
  return {
    id: Number(document['id']),
    documentId: textOf(document['documentId']),
    name: textOf(document['name']),
    parent: parent == null ? null : textOf(parent['documentId']),
  };
}

/** Reads all folders, whoever asks. */
export async function readFolders(documents: Documents): Promise<Result<readonly Folder[]>> {
  const found = await readAll(documents, systemPrincipal, { type: folderType, ...answer });
  return found.ok ? ok(treeOf(found.value.map(folderOf))) : found;
}

/**
 * Returns the folder of a request: null for the top, which is null or an empty text. Clients of Strapi send a numeric id.
 */
export function folderNamed(
  tree: readonly Folder[],
  given: unknown,
  key: 'folder' | 'parent' = 'folder',
): Result<string | null> {
  if (given === null || given === '') return ok(null);
  const folder = tree.find(({ id, documentId }) => [id, String(id), documentId].some((one) => one === given));
  return folder === undefined ? invalid(key, reason('folder.none')) : ok(folder.documentId);
}

type Placed = Pick<Folder, 'name' | 'parent'>;

/** Checks a new folder (`folder` null), or a change of one. */
function check(tree: readonly Folder[], folder: Folder | null, request: FolderRequest): Result<Placed> {
  const name = request.name === undefined && folder !== null ? ok(folder.name) : checkName(request.name);
  if (!name.ok) return name;
  const parent =
    request.parent === undefined ? ok(folder?.parent ?? null) : folderNamed(tree, request.parent, 'parent');
  if (!parent.ok) return parent;
  const path = pathTo(tree, parent.value);
  if (folder !== null && path.some(({ documentId }) => documentId === folder.documentId))
    return invalid('parent', reason('folder.inItself'));
  if (path.length + heightOf(tree, folder) > maxFolderDepth)
    return invalid('parent', reason('folder.depth', { max: maxFolderDepth }));
  const form = formOf(name.value);
  const others = foldersIn(tree, parent.value).filter(({ documentId }) => documentId !== folder?.documentId);
  if (others.some((other) => formOf(other.name) === form)) return nameTaken;
  return ok({ name: name.value, parent: parent.value });
}

function checkName(name: unknown): Result<string> {
  const text = typeof name === 'string' ? name.trim() : '';
  const isName = /^[^\p{C}\p{Zl}\p{Zp}/]{1,100}$/u.test(text) && isStorableText(text);
  return isName ? ok(text) : invalid('name', reason('folder.name'));
}

/** The number of folders in the longest way down, with the folder itself. */
const heightOf = (tree: readonly Folder[], folder: Folder | null): number =>
  folder === null
    ? 1
    : 1 + Math.max(0, ...foldersIn(tree, folder.documentId).map((child) => heightOf(tree, child)));

/** Names that look alike in one folder are one name. */
const formOf = (name: string): string => name.normalize('NFKC').toLowerCase();

const nameTaken = invalid('name', reason('folder.nameTaken'));

/** `place` is unique, so that of two writers at once one fails. */
const dataOf = ({ name, parent }: Placed) => ({ name, parent, place: `${parent ?? ''}/${formOf(name)}` });

async function write(documents: Documents, documentId: string, placed: Placed): Promise<Result<Folder>> {
  const written = await documents.update(systemPrincipal, {
    kind: 'update',
    type: folderType,
    documentId,
    layer: 'published',
    data: dataOf(placed),
    answer,
  });
  return written.ok ? ok(folderOf(written.value.answer.documents()[0] ?? {})) : taken(written);
}

const taken = (refused: Extract<Result<never>, { ok: false }>): Result<never> =>
  refused.failure.code === 'INPUT.INVALID' ? nameTaken : refused;

/** Each step leaves a library that is whole, so what a crash leaves undone is done by removing the folder again. */
async function removeFolder(
  documents: Documents,
  principal: Principal,
  tree: readonly Folder[],
  { documentId, parent }: Folder,
): Promise<Result<void>> {
  const writing = writingFor(documents, principal);
  const above = new Set(
    foldersIn(tree, parent).flatMap((one) => (one.documentId === documentId ? [] : [formOf(one.name)])),
  );
  const children = foldersIn(tree, documentId);
  const clashing = children.find(({ name }) => above.has(formOf(name)));
  if (clashing !== undefined)
    return err(failure('INPUT.MISMATCH', reason('folder.clash', { name: clashing.name })));
  const files = await findAsSystem(documents, fileType, {
    filters: filesIn([documentId]),
    fields: ['documentId'],
    limit: mostFiles + 1,
  });
  if (!files.ok) return files;
  if (files.value.length > mostFiles)
    return err(failure('INPUT.MISMATCH', reason('folder.files', { max: mostFiles })));
  for (const { documentId: child, name } of children) {
    const moved = await write(writing, child, { name, parent });
    if (!moved.ok && moved.failure.code !== 'DOCUMENT.NOT_FOUND') return moved;
  }
  for (const file of files.value) {
    const moved = await moveFile(writing, textOf(file['documentId']), parent);
    if (!moved.ok && moved.failure.code !== 'DOCUMENT.NOT_FOUND') return moved;
  }
  const removed = await writing.delete(systemPrincipal, { kind: 'delete', type: folderType, documentId });
  return removed.ok ? ok(undefined) : removed;
}

const moveFile = (documents: Documents, documentId: string, folder: string | null) =>
  documents.update(systemPrincipal, {
    kind: 'update',
    type: fileType,
    documentId,
    layer: 'published',
    data: { folder },
    answer: { fields: ['documentId'] },
  });
