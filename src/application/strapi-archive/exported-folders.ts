import { textOf } from '../../domain/document/text-of.js';
import { pathTo, treeOf, type Folder } from '../../domain/media/folder-tree.js';
import { fileType, folderType } from '../../domain/schema/built-in-uids.js';
import { contentTypeOf, type Schema } from '../../domain/schema/schema.js';
import type { ArchiveReader } from '../ports/archive-store.js';

/** Where Strapi says that files and folders are. */
export interface ExportedFolders {
  /** `/` for a file at the top, `/1/2` for one in the folder 2, which is in 1. */
  pathOfFile(documentId: string): string;
  /** `path` ends with the number of the folder itself. */
  placeOf(documentId: string): { readonly pathId: number; readonly path: string };
}

export async function exportedFolders(schema: Schema, reader: ArchiveReader): Promise<ExportedFolders> {
  const parents = await targetsOf(schema, reader, folderType, 'parent');
  const folderOf = await targetsOf(schema, reader, fileType, 'folder');
  const folders: Folder[] = [];
  for await (const batch of reader.versions(contentTypeOf(schema, folderType), 0))
    for (const { id, documentId, values } of batch)
      folders.push({
        id,
        documentId,
        name: textOf(values['name']),
        parent: parents.get(documentId) ?? null,
      });
  const tree = treeOf(folders);
  const pathOf = (folder: string | undefined): string =>
    `/${pathTo(tree, folder ?? null)
      .map(({ id }) => id)
      .join('/')}`;
  return {
    pathOfFile: (documentId) => pathOf(folderOf.get(documentId)),
    placeOf: (documentId) => ({
      pathId: tree.find((folder) => folder.documentId === documentId)?.id ?? 0,
      path: pathOf(documentId),
    }),
  };
}

/** Returns the one target of each document in a relation. */
async function targetsOf(
  schema: Schema,
  reader: ArchiveReader,
  type: string,
  attribute: string,
): Promise<ReadonlyMap<string, string>> {
  const link = schema.links.find(({ source }) => source.type === type && source.attribute === attribute);
  const targets = new Map<string, string>();
  if (link === undefined) return targets;
  for await (const batch of reader.links(link, 0))
    for (const { source, target } of batch) targets.set(source.documentId, target.documentId);
  return targets;
}
