import { lowerLoad } from '../../../../src/adapters/store/postgres/write/load-state.js';
import { lowerLocks } from '../../../../src/adapters/store/postgres/write/lower-locks.js';
import { lowerWrite } from '../../../../src/adapters/store/postgres/write/lower-write.js';
import type { Statement } from '../../../../src/adapters/store/postgres/statement.js';
import { createDocuments, type Documents } from '../../../../src/application/documents/documents.js';
import type { WriteWork } from '../../../../src/application/ports/document-store.js';
import { readsNothing } from '../../../../src/domain/plan/requirements-of.js';
import {
  nothingLoaded,
  type LoadedState,
  type WriteRequirements,
} from '../../../../src/domain/plan/write-requirements.js';
import { fixtureSchema } from '../../../contract/fixture-schema.js';
import { valueOf } from '../../../contract/results.js';

const schema = fixtureSchema();

/** Returns the loaded state in which every document exists in both layers, anchors are linked and links are pending. */
function loadedFor({ document, lists, sequenceKeys }: WriteRequirements): LoadedState {
  return {
    document: document && {
      versions: [
        { layer: 'draft', locale: document.locale },
        { layer: 'published', locale: document.locale },
      ],
      values: new Map(),
      sibling: null,
      filled: document.filled.map(() => true),
      pending: document.pending.map(() => true),
    },
    lists: lists.map(({ anchors }) => ({
      links: anchors.map(({ documentId, locale }, index) => ({
        target: { documentId, locale },
        key: `k0000000000${index}`,
      })),
    })),
    sequenceKeys: Array.from({ length: sequenceKeys }, (_, index) => `k0000000010${index}`),
  };
}

function statementsOf(work: WriteWork): readonly Statement[] {
  const { requirements } = work;
  const atOnce = readsNothing(requirements);
  const decision = valueOf(
    work.decide(requirements === null || atOnce ? nothingLoaded : loadedFor(requirements)),
  );
  if (decision.kind !== 'write') throw new Error('nothing is to be rebalanced here');
  const { plan } = decision;
  const created = plan.versions.length > 0 && plan.versions.every(({ op }) => op === 'insert');
  const isNew = created && (atOnce || requirements?.document === null);
  const lowered = lowerWrite(schema, plan, work, { isNew, locks: atOnce ? (requirements?.locks ?? []) : [] });
  const locks = requirements === null || atOnce ? null : lowerLocks(requirements.locks);
  const loads = requirements !== null && (requirements.document !== null || requirements.lists.length > 0);
  return [
    ...(locks === null ? [] : [locks]),
    ...(loads ? [lowerLoad(requirements)] : []),
    lowered.statement,
    ...lowered.after,
  ];
}

/** Returns the texts of all statements of a mutation: those that lock, load, write and apply pending links. */
export async function writeStatements(act: (documents: Documents) => Promise<unknown>): Promise<string> {
  const works: WriteWork[] = [];
  const unused = () => Promise.reject(new Error('only writes are lowered here'));
  const documents = createDocuments({
    schema,
    store: {
      read: unused,
      aggregate: unused,
      identify: unused,
      reserveItemIds: unused,
      writeAll: unused,
      lock: unused,
      async write(work) {
        works.push(work);
        return { ok: true, value: null };
      },
    },
    clock: { now: () => '2024-01-02T03:04:05.678Z' },
    ids: { documentId: () => 'new' },
    passwords: { hash: unused },
  });
  await act(documents);
  return works.flatMap(statementsOf).map(linesOf).join('\n');
}

/** Puts each part on its own line, so that diffs are readable. */
const linesOf = ({ text }: Statement): string =>
  `${text.replaceAll(/(?<=\)), (?=\w+ AS (?:MATERIALIZED )?\()/g, ',\n  ').replaceAll(/ (?=ON CONFLICT |RETURNING )/g, '\n    ')};`;
