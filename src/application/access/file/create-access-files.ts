import { ok } from '../../../domain/result.js';
import type { AccessFiles, AccessFilesDependencies } from './access-file.js';
import { applyAccessFile } from './apply-access-file.js';
import { readCurrentAccess } from './current-access.js';
import { accessFileOf } from './write-access-file.js';

export const createAccessFiles = (dependencies: AccessFilesDependencies): AccessFiles => ({
  export: async () => {
    const current = await readCurrentAccess(dependencies.store, dependencies.documents);
    return current.ok ? ok(accessFileOf(dependencies, current.value)) : current;
  },
  apply: (file, options) => applyAccessFile(dependencies, file, options),
});
