import { expect } from 'chai';
import { createDocuments, type Answer, type Documents } from '../../src/application/documents/documents.js';
import type { Store } from '../../src/application/ports/store.js';
import type { Failure } from '../../src/domain/failure.js';
import { systemPrincipal } from '../../src/domain/permission/permission.js';
import type { Query } from '../../src/domain/query/query.js';
import type { Result } from '../../src/domain/result.js';
import type { Schema } from '../../src/domain/schema/schema.js';

/** Two stores that are to say the same: the one that is trusted, and the one that is compared with it. */
export type Sides = readonly [trusted: Documents, compared: Documents];

/** Documents over a store, whose times and documentIds count up, from the start for each store. */
export function documentsOn(store: Store, schema: Schema): Documents {
  let made = 0;
  let time = 0;
  return createDocuments({
    schema,
    store: store.documents,
    clock: { now: () => new Date(Date.UTC(2024, 0, 1) + time++ * 1000).toISOString() },
    ids: { documentId: () => numberedId(made++) },
    passwords: { hash: async () => 'hash' },
  });
}

export const numberedId = (index: number): string => `document${String(index).padStart(16, '0')}`;

export async function expectEqualAnswers(sides: Sides, query: Query): Promise<void> {
  await expectSame(sides, query, (documents) => documents.find(systemPrincipal, query));
}

/** Both sides do what is asked; answers what the trusted one says. */
export async function expectSame(
  sides: Sides,
  asked: object,
  act: (documents: Documents) => Promise<Result<Answer | null>>,
): Promise<Result<Answer | null>> {
  const [trusted, compared] = await Promise.all(sides.map(act));
  if (trusted === undefined || compared === undefined) throw new Error('there are two sides');
  expect(told(compared), JSON.stringify(asked)).to.deep.equal(told(trusted));
  return trusted;
}

/** What a client gets, but for numeric ids, which are each store's own. */
function told(result: Result<Answer | null>): unknown {
  if (!result.ok) return refusal(result.failure);
  if (result.value === null) return null;
  const { answer } = result.value;
  const text = answer.text();
  expect(JSON.parse(text)).to.deep.equal(answer.documents());
  return { total: answer.total, size: answer.size, documents: withoutIds(JSON.parse(text)) };
}

/** A value that a translation took over from another locale is not told by every store. */
const refusal = ({ code, message, details }: Failure): unknown => [
  code,
  message,
  JSON.stringify(details, (key, value: unknown) => (key === 'value' ? undefined : value)),
];

function withoutIds(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutIds);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value).flatMap(([key, inner]) => (key === 'id' ? [] : [[key, withoutIds(inner)]]));
}
