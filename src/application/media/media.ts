import { fileType } from '../../domain/schema/built-in-uids.js';
import type { Principal } from '../../domain/permission/permission.js';
import { writingFor } from '../audit/writing-for.js';
import { changeInfo } from './change-info.js';

import { findFile } from './find-file.js';
import { removeFile } from './remove-file.js';
import { sweep } from './sweep.js';
import { startUpload } from './upload.js';
import type { Media, MediaDependencies } from './use-cases.js';

export type * from './use-cases.js';

export function createMedia(dependencies: MediaDependencies): Media {
  const { documents, files } = dependencies;
  const acting = (principal: Principal): MediaDependencies => ({
    ...dependencies,
    documents: writingFor(documents, principal),
  });
  return {
    upload: (principal) => startUpload(acting(principal), principal),
    replace: async (principal, file) => {
      const replaced = await findFile(dependencies, principal, 'update', file);
      return replaced.ok ? startUpload(acting(principal), principal, replaced.value) : replaced;
    },
    find: (principal, query) => documents.find(principal, { ...query, type: fileType, action: 'find' }),
    findOne: async (principal, file, query) => {
      const found = await findFile(dependencies, principal, 'findOne', file);
      if (!found.ok) return found;
      const { documentId } = found.value;
      return documents.findOne(principal, { ...query, documentId, type: fileType, action: 'findOne' });
    },
    describe: (principal, file, info) => changeInfo(acting(principal), principal, file, info),
    remove: (principal, file) => removeFile(acting(principal), principal, file),
    open: (key) => files.open(key),
    sweep: () => sweep(dependencies),
  };
}
