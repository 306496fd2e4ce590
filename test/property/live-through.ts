import type { Documents } from '../../src/application/documents/documents.js';
import { systemPrincipal } from '../../src/domain/permission/permission.js';
import type { Selection } from '../../src/domain/query/query.js';
import { idOf, valueOf } from '../contract/world.js';
import { expectSame, type Sides } from './agreement.js';
import type { Asked, ConnectAsked, ItemAsked, Step } from './arbitrary-life.js';
import { lifecycleUid, type LifecycleType } from './lifecycle-schema.js';

/** The documentIds of the documents that were created, by type. */
export type Made = Map<LifecycleType, string[]>;

/** Executes a step on both sides, which must give equal answers. */
export async function liveThrough(sides: Sides, made: Made, step: Step, answer: Selection): Promise<void> {
  const act = actOf(made, step, answer);
  if (act === null) return;
  const done = await expectSame(sides, step, act);
  if (!done.ok) return;
  const documentIds = made.get(step.type) ?? [];
  if (step.kind === 'create' && done.value !== null)
    made.set(step.type, [...documentIds, idOf(done.value.answer.documents()[0])]);
  // Later steps leave out documents that were deleted as a whole.
  if (step.kind === 'delete' && step.locale === '*')
    made.set(
      step.type,
      documentIds.filter((each) => each !== documentIdOf(made, step)),
    );
}

type Act = Parameters<typeof expectSame>[2];

/** Executes a step on one side only. A refused step changes nothing. */
export async function liveAlone(documents: Documents, made: Made, step: Step): Promise<void> {
  const done = await actOf(made, step, {})?.(documents);
  if (done?.ok !== true || step.kind !== 'create' || done.value === null) return;
  made.set(step.type, [...(made.get(step.type) ?? []), idOf(done.value.answer.documents()[0])]);
}

/** Returns null if there is no document for the step yet. */
function actOf(made: Made, step: Step, answer: Selection): Act | null {
  const type = lifecycleUid(step.type);
  const documentId = documentIdOf(made, step);
  const { locale } = step;
  if (step.kind === 'create') {
    const data = dataOf(made, step.data);
    const { kind, layer } = step;
    return (documents) => documents.create(systemPrincipal, { kind, type, layer, locale, data, answer });
  }
  if (documentId === null) return null;
  if (step.kind === 'update') {
    const data = dataOf(made, step.data);
    const mutation = { kind: step.kind, type, layer: step.layer, locale, documentId, data, answer };
    return (documents) => documents.update(systemPrincipal, mutation);
  }
  const { kind } = step;
  if (kind === 'delete')
    return (documents) => documents.delete(systemPrincipal, { kind, type, documentId, locale });
  return (documents) => documents[kind](systemPrincipal, { kind, type, documentId, locale, answer } as never);
}

/** Deletes all documents that were created. */
export async function removeAll(documents: Documents, made: Made): Promise<void> {
  for (const [name, documentIds] of made) {
    for (const documentId of documentIds) {
      const mutation = { kind: 'delete', type: lifecycleUid(name), documentId, locale: '*' } as const;
      valueOf(await documents.delete(systemPrincipal, mutation));
    }
  }
}

function documentIdOf(made: Made, { type, document }: ItemAsked): string | null {
  const documentIds = made.get(type) ?? [];
  return documentIds[document % documentIds.length] ?? null;
}

const dataOf = (made: Made, data: Readonly<Record<string, Asked>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(data).map(([name, asked]) => [name, bodyOf(made, asked)]));

function bodyOf(made: Made, asked: Asked): unknown {
  switch (asked.kind) {
    case 'value':
      return asked.value;
    case 'parts': {
      const items = asked.items.map(({ label, links }) => ({ label, ...dataOf(made, links) }));
      return asked.many ? items : (items[0] ?? null);
    }
    case 'set': {
      const items = asked.items.flatMap((item) => itemOf(made, item));
      return asked.many ? items : (items[0] ?? null);
    }
    case 'change':
      return {
        connect: asked.connect.flatMap((each) => connectOf(made, each)),
        disconnect: asked.disconnect.flatMap((item) => itemOf(made, item)),
      };
  }
}

function itemOf(made: Made, item: ItemAsked): readonly Record<string, unknown>[] {
  const documentId = documentIdOf(made, item);
  const { locale, status } = item;
  return documentId === null
    ? []
    : [{ documentId, ...(locale !== undefined && { locale }), ...(status !== undefined && { status }) }];
}

function connectOf(made: Made, connect: ConnectAsked): readonly Record<string, unknown>[] {
  const { at } = connect;
  const positions = at === 'start' || at === 'end' ? [true] : itemOf(made, connect.anchor);
  return positions.flatMap((position) =>
    itemOf(made, connect).map((item) => ({ ...item, position: { [at]: position } })),
  );
}
