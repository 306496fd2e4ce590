import { expect } from 'chai';
import { createDocuments, type Answer, type Documents } from '../../src/application/documents/documents.js';
import type { Store } from '../../src/application/ports/store.js';
import type { Failure } from '../../src/domain/failure.js';
import { systemPrincipal } from '../../src/domain/permission/permission.js';
import type { Query } from '../../src/domain/query/query.js';
import type { Result } from '../../src/domain/result.js';
import type { Schema } from '../../src/domain/schema/schema.js';

/** Documents on two stores that must give equal answers: the trusted one, and the one that is compared with it. */
export type Sides = readonly [trusted: Documents, compared: Documents];

/** Documents on a store. Times and documentIds count up from the same start on every store. */
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

/** Runs `act` on both sides and compares the answers. Returns the answer of the trusted side. */
export async function expectSame(
  sides: Sides,
  asked: object,
  act: (documents: Documents) => Promise<Result<Answer | null>>,
): Promise<Result<Answer | null>> {
  const [trusted, compared] = await Promise.all(sides.map(act));
  if (trusted === undefined || compared === undefined) throw new Error('there are two sides');
  expect(comparable(compared), JSON.stringify(asked)).to.deep.equal(comparable(trusted));
  return trusted;
}

/** What a client receives, without numeric ids, which each store assigns in its own way. */
function comparable(result: Result<Answer | null>): unknown {
  if (!result.ok) return refusal(result.failure);
  if (result.value === null) return null;
  const { answer } = result.value;
  const text = answer.text();
  expect(JSON.parse(text)).to.deep.equal(answer.documents());
  return { total: answer.total, size: answer.size, documents: withoutIds(JSON.parse(text)) };
}

/** Stores may differ in whether details include a value that a translation takes over from another locale. */
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
