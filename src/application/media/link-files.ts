import { compare } from '../../domain/query/compare.js';
import { fileType } from '../../domain/schema/built-in-uids.js';
import type { Principal } from '../../domain/permission/permission.js';
import { err, type Result } from '../../domain/result.js';
import type { Answer } from '../documents/documents.js';
import { noDocument, type LinkPlace } from './find-place.js';
import type { MediaDependencies } from './use-cases.js';

/**
 * Links files to a place that its asker may change: behind those of a list, so that two uploads at once lose nothing,
 * or in the place of the one that is there.
 */
export async function linkFiles(
  { documents }: MediaDependencies,
  place: LinkPlace,
  files: readonly string[],
): Promise<Result<Answer>> {
  const { principal, type, documentId, relation, layer, locale } = place;
  const linked = await documents.update(linking(principal, files), {
    kind: 'update',
    type: type.uid,
    ...(documentId !== undefined && { documentId }),
    ...(locale !== undefined && { locale }),
    layer,
    data: { [relation.name]: relation.many ? { connect: files } : files.at(-1) },
    answer: { fields: ['documentId'] },
  });
  return linked.ok || linked.failure.code !== 'DOCUMENT.NOT_FOUND' ? linked : err(noDocument(place));
}

/**
 * The server's principal on behalf of `principal`, so that files are appended. It may change what `principal` may
 * change, and link these files without `find`, as `principal` has just uploaded them.
 */
function linking(principal: Principal, files: readonly string[]): Principal {
  const { grants } = principal;
  if (grants.kind !== 'listed') return { ...principal, kind: 'system' };
  const own = { fields: null, filter: compare('documentId', '$in', files) };
  const ofFiles = new Map(grants.listed.get(fileType)).set('find', own);
  const listed = new Map(grants.listed).set(fileType, ofFiles);
  return { ...principal, kind: 'system', grants: { kind: 'listed', listed } };
}
