import { expect } from 'chai';
import { createMemoryStore } from '../../../../src/adapters/store/memory/create-memory-store.js';
import { createAdmission, type Admission } from '../../../../src/application/admission/admission.js';
import { createDocuments } from '../../../../src/application/documents/documents.js';
import { Canceller } from '../../../../src/domain/cancellation.js';
import { systemPrincipal } from '../../../../src/domain/permission/permission.js';
import { createWorld, failureOf, valueOf } from '../../../contract/world.js';
import { contentType, schemaFrom, uidOf } from '../../../schema-builders.js';

const picture = { type: 'media', multiple: false, allowedTypes: ['images'] } as const;
const schema = schemaFrom({
  contentTypes: [
    contentType('home', 'homes', { title: { type: 'string' } }, { kind: 'singleType' }),
    contentType('story', 'stories', { picture }),
  ],
});

describe('the reads of a write', () => {
  it('take a slot, as every read of a client', async () => {
    const store = createMemoryStore({ schema });
    const slots = createAdmission();
    let admitted = 0;
    const unadmitted: string[] = [];
    const within = async <T>(work: () => Promise<T>): Promise<T> => {
      admitted += 1;
      return work().finally(() => void (admitted -= 1));
    };
    const admission: Admission = {
      ...slots,
      read: (caller, plan, work) => slots.read(caller, plan, (deadline) => within(() => work(deadline))),
      write: (caller, work) => slots.write(caller, () => within(work)),
    };
    const { dependencies } = createWorld(store, schema);
    const read: typeof store.documents.read = (plan, deadline, since) => {
      if (admitted === 0) unadmitted.push(plan.type.uid);
      return store.documents.read(plan, deadline, since);
    };
    const documents = createDocuments({ ...dependencies, admission, store: { ...store.documents, read } });
    const client = { ...systemPrincipal, caller: { key: 'one', signal: new Canceller() } };
    const common = { layer: 'published', answer: {} } as const;
    const home = { kind: 'update', type: uidOf('home'), data: { title: 'Home' }, ...common } as const;
    valueOf(await documents.update(client, home));
    valueOf(await documents.delete(client, { kind: 'delete', type: uidOf('home') }));
    const story = { kind: 'create', type: uidOf('story'), data: { picture: 'none' }, ...common } as const;
    expect(failureOf(await documents.create(client, story)).code).to.equal('INPUT.INVALID');
    expect(unadmitted).to.deep.equal([]);
  });
});
