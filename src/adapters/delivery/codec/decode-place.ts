import type { FolderPlace } from '../../../application/media/in-folder.js';
import { failure } from '../../../domain/failure.js';
import { err, ok, type Result } from '../../../domain/result.js';
import type { ParamRecord } from './param.js';

interface Placed {
  /** Undefined: everywhere. */
  readonly place: FolderPlace | undefined;
  readonly rest: ParamRecord;
}

/**
 * Takes `folder` (a documentId, or `root` for the top) and `below` (whether the folders in it count too) from the parameters of a
 * list.
 */
export function decodePlace({ folder, below, ...rest }: ParamRecord): Result<Placed> {
  if (folder === undefined && below === undefined) return ok({ place: undefined, rest });
  if (typeof folder !== 'string' || folder === '')
    return invalid('folder', 'folder must be the id of a folder, or root');
  if (below !== undefined && below !== 'true' && below !== 'false')
    return invalid('below', 'below must be true or false');
  return ok({ place: { folder: folder === 'root' ? null : folder, isDeep: below === 'true' }, rest });
}

const invalid = (key: string, message: string): Result<never> =>
  err(failure('QUERY.INVALID', message, { key, source: 'query' }));
