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
  // The server's own sight, so that files are appended; what may be changed is the asker's still.
  const linked = await documents.update(
    { ...principal, kind: 'system' },
    {
      kind: 'update',
      type: type.uid,
      ...(documentId !== undefined && { documentId }),
      ...(locale !== undefined && { locale }),
      layer,
      data: { [relation.name]: relation.many ? { connect: files } : files.at(-1) },
      answer: { fields: ['documentId'] },
    },
  );
  return linked.ok || linked.failure.code !== 'DOCUMENT.NOT_FOUND' ? linked : err(noDocument(place));
}
