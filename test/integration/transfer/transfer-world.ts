import { randomUUID } from 'node:crypto';
import { createDocuments, type Documents } from '../../../src/application/documents/documents.js';
import type { Store } from '../../../src/application/ports/store.js';
import { createTransfer } from '../../../src/application/transfer/create-transfer.js';
import type { Copied, OnProgress } from '../../../src/application/transfer/transfer.js';
import { systemPrincipal } from '../../../src/domain/permission/permission.js';
import type { Layer } from '../../../src/domain/query/query.js';
import type { Result } from '../../../src/domain/result.js';
import type { Schema } from '../../../src/domain/schema/schema.js';
import { valueOf } from '../../contract/world.js';

const nothing: OnProgress = () => {};

export const transferOf = (schema: Schema, source: Store, target: Store, sourceName = 'the source') =>
  createTransfer({
    schema,
    source,
    target,
    sourceName,
    clock: { now: () => new Date().toISOString() },
    ids: { documentId: () => randomUUID() },
  });

export const copy = (
  schema: Schema,
  source: Store,
  target: Store,
  onProgress = nothing,
): Promise<Result<Copied>> => transferOf(schema, source, target).copy(onProgress);

/** The differences that are told, in their order. */
export async function differences(schema: Schema, source: Store, target: Store): Promise<readonly string[]> {
  const lines: string[] = [];
  const verified = valueOf(
    await transferOf(schema, source, target).verify((line) => lines.push(line), nothing),
  );
  if (verified.differences !== lines.length) throw new Error('not as many differences as lines');
  return lines;
}

/** Documents over a store, whose times and documentIds count up; `name` is in the ids. */
export function documentsNamed(name: string, store: Store, schema: Schema): Documents {
  let made = 0;
  let time = 0;
  return createDocuments({
    schema,
    store: store.documents,
    clock: { now: () => new Date(Date.UTC(2024, 0, 1) + time++ * 1000).toISOString() },
    ids: { documentId: () => `${name}${String(made++).padStart(24 - name.length, '0')}` },
    passwords: { hash: async (password) => `hash of ${password.length} characters` },
  });
}

/** What a store answers when everything is asked for: every version of each type, with all that it leads to. */
export async function everything(schema: Schema, documents: Documents): Promise<readonly string[]> {
  const texts: string[] = [];
  for (const uid of schema.contentTypes.keys()) {
    for (const layer of ['draft', 'published'] as const satisfies readonly Layer[]) {
      const found = await documents.find(systemPrincipal, {
        type: uid,
        action: 'find',
        layer,
        locale: '*',
        range: { offset: 0, limit: null },
        count: false,
        populate: { all: true, members: [] },
      });
      texts.push(`${uid} ${layer} ${JSON.stringify(valueOf(found).answer.documents())}`);
    }
  }
  return texts;
}
