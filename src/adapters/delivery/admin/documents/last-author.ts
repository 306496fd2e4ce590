import { textOf } from '../../../../domain/document/text-of.js';
import { decideRead } from '../../../../domain/permission/permission.js';
import type { Layer } from '../../../../domain/query/query.js';
import { ok, type Result } from '../../../../domain/result.js';
import type { ContentType } from '../../../../domain/schema/schema.js';
import { oneDocument } from '../../../../application/documents/system-query.js';
import type { AdminDependencies, Call } from '../call.js';
import type { Author } from '../contract/documents.js';

interface Version {
  readonly type: ContentType;
  readonly locale: string | undefined;
  readonly layer: Layer;
}

/** Who wrote a version last; null: that is not known, or the administrator may not read all attributes. */
export async function lastAuthor(
  { documents, administration }: AdminDependencies,
  { principal, me }: Call,
  { type, locale, layer }: Version,
  documentId: string,
): Promise<Result<Author | null>> {
  if (decideRead(principal, type, layer)?.fields !== null) return ok(null);
  const found = await documents.findOne(principal, {
    ...oneDocument(type.uid, documentId),
    fields: ['updatedBy'],
    layer: type.draftAndPublish ? layer : 'published',
    ...(locale !== undefined && { locale }),
  });
  if (!found.ok) return found;
  const by = textOf(found.value.answer.documents()[0]?.['updatedBy'] ?? '');
  if (by === '') return ok(null);
  const [, token] = /^token (.*)$/.exec(by) ?? [];
  if (token !== undefined) return ok({ name: token, isMe: false });
  const name = await administration.nameOf(by);
  return name.ok ? ok({ name: name.value, isMe: by === me.administrator.documentId }) : name;
}
