import { areas } from './contract/areas.js';
import { FolderBody, MediaFolder } from './contract/media.js';
import { listOf } from './contract/wire.js';
import { done, idOf, replyWith } from './people.js';
import { allOf, route, type Route } from './route.js';

/** The folders of the media library. */
export const folderRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: 'folders',
    summary: 'List all folders, by name',
    needs: allOf('find', areas.folders),
    gives: listOf(MediaFolder),
    run: ({ media }, call) => replyWith(media.folders.list(call.principal)),
  }),
  route({
    method: 'POST',
    path: 'folders',
    summary: 'Make a folder',
    needs: allOf('create', areas.folders),
    takes: FolderBody,
    gives: MediaFolder,
    status: 201,
    also: [404],
    run: ({ media }, call) => replyWith(media.folders.create(call.principal, call.body)),
  }),
  route({
    method: 'PATCH',
    path: 'folders/:id',
    summary: 'Rename or move a folder',
    needs: allOf('update', areas.folders),
    takes: FolderBody,
    gives: MediaFolder,
    run: ({ media }, call) => replyWith(media.folders.update(call.principal, idOf(call), call.body)),
  }),
  route({
    method: 'DELETE',
    path: 'folders/:id',
    summary: 'Remove a folder; what is in it goes up',
    needs: allOf('delete', areas.folders),
    run: ({ media }, call) => done(media.folders.delete(call.principal, idOf(call))),
  }),
];
