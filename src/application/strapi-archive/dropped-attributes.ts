import { fileType, folderType, userType } from '../../domain/schema/built-in-uids.js';

/** Attributes of Strapi's own types that are left out, because they have no meaning here. */
const dropped: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  [fileType, new Set(['folderPath', 'related'])],
  // The tree follows from the folders that folders are in.
  [folderType, new Set(['pathId', 'path', 'children', 'files'])],
  // Codes that were sent by mail are valid on the server that sent them.
  [userType, new Set(['resetPasswordToken', 'confirmationToken'])],
]);

export const isDropped = (uid: string, name: string): boolean => dropped.get(uid)?.has(name) === true;
