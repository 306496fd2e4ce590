import { failure } from '../../domain/failure.js';
import { err, type Result } from '../../domain/result.js';
import type { Answer } from '../documents/documents.js';
import type { LinkPlace } from './find-place.js';
import type { MediaDependencies } from './use-cases.js';

/**
 * Links files to a place that its asker may change: behind those of a list, so that two uploads at once lose nothing,
 * or in the place of the one that is there.
 */
export async function linkFiles(
  { documents }: MediaDependencies,
  { principal, type, documentId, relation, layer, locale }: LinkPlace,
  files: readonly string[],
): Promise<Result<Answer>> {
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
  if (linked.ok || linked.failure.code !== 'DOCUMENT.NOT_FOUND') return linked;
  const message = `Invalid refId: there is no document ${JSON.stringify(documentId)} of ${type.uid}`;
  return err(failure('INPUT.INVALID', message, { key: 'refId', source: 'body' }));
}
