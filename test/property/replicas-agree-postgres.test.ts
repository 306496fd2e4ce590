import { createObservations } from '../../src/application/observations/create-observations.js';
import { createPostgresStore } from '../../src/adapters/store/postgres/create-postgres-store.js';
import type { Observation } from '../../src/application/ports/observations.js';
import type { Store } from '../../src/application/ports/store.js';
import type { Schema } from '../../src/domain/schema/schema.js';
import { valueOf } from '../contract/results.js';
import {
  startReplicatedPostgres,
  type ReplicatedPostgres,
} from '../integration/postgres-replica/replicated-postgres.js';
import { silent } from '../integration/postgres/scratch-store.js';
import { describeAgreement } from './stores-agree.js';

let postgres: ReplicatedPostgres;

/** A store whose every read is answered by a replica. */
async function open(schema: Schema): Promise<Store> {
  postgres = await startReplicatedPostgres();
  let answered = 0;
  const observe = (observation: Observation): void => {
    if (observation.kind === 'replica-read' && observation.by === 'replica') answered += 1;
  };
  const store = valueOf(
    await createPostgresStore({
      url: postgres.url,
      schema,
      log: silent,
      replicas: { urls: [postgres.replicaUrl], maxLagMs: 600_000 },
      observations: createObservations([{ kinds: ['replica-read'], observe }]),
    }),
  );
  valueOf(await store.schema.apply());
  const { documents, replicas } = store;
  const read: Store['documents']['read'] = async (plan, deadline) => {
    const since = (await replicas?.position()) ?? undefined;
    for (;;) {
      const before = answered;
      const answer = await documents.read(plan, deadline, since);
      if (answered > before || !answer.ok) return answer;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  return { ...store, documents: { ...documents, read } };
}

async function close(store: Store): Promise<void> {
  await store.close();
  await postgres.close();
}

describeAgreement('PostgreSQL, answered by a replica', open, close, 5);
