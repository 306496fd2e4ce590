import { expect } from 'chai';
import { systemPrincipal } from '../../../../src/domain/permission/permission.js';
import { valueOf } from '../../../contract/world.js';
import { openWebhooksWorld } from './webhooks-world.js';

const deleted = (documentId: string) => ({ action: 'delete', documentId }) as const;

describe('the delivery of webhooks', () => {
  it('sends each event once, with the event in the header and its id in the body', async () => {
    const { create, tell, deliver, calls, bodies } = openWebhooksWorld();
    await create({ headers: { Authorization: 'Bearer abc' } });
    await tell(deleted('d1'));
    expect(await deliver()).to.equal(1);
    expect(await deliver()).to.equal(0);
    expect(calls).to.have.lengthOf(1);
    const [call] = calls;
    expect(call).to.include({ url: 'https://example.com/hook', id: 'evt_1_entry_delete' });
    expect(call?.headers).to.deep.equal({ Authorization: 'Bearer abc', 'X-Strapi-Event': 'entry.delete' });
    expect(bodies()[0]).to.include({ id: 'evt_1_entry_delete', event: 'entry.delete', model: 'dish' });
  });

  it('adds nothing when a change is told twice', async () => {
    const { create, tell, deliver, calls } = openWebhooksWorld();
    await create({});
    await tell({ ...deleted('d1'), position: 7 });
    await tell({ ...deleted('d1'), position: 7 });
    await deliver();
    expect(calls).to.have.lengthOf(1);
  });

  it('keeps the order of one document while an earlier event waits, and goes on with others', async () => {
    const { create, tell, deliver, bodies, receiver, wait } = openWebhooksWorld();
    await create({});
    receiver.answer = ({ body }) => ({ kind: 'answered', status: body.includes('"d1"') ? 500 : 200 });
    await tell(deleted('d1'), deleted('d2'), deleted('d1'));
    await deliver();
    await tell(deleted('d1'), deleted('d2'));
    await deliver();
    const sent = () => bodies().map(({ id, entry }) => [id, (entry as { documentId: string }).documentId]);
    expect(sent()).to.have.deep.members([
      ['evt_1_entry_delete', 'd1'],
      ['evt_2_entry_delete', 'd2'],
      ['evt_5_entry_delete', 'd2'],
    ]);
    receiver.answer = () => ({ kind: 'answered', status: 200 });
    wait(5001);
    await deliver();
    expect(sent().slice(3)).to.deep.equal([
      ['evt_1_entry_delete', 'd1'],
      ['evt_3_entry_delete', 'd1'],
      ['evt_4_entry_delete', 'd1'],
    ]);
  });

  it('gives up after 24 h, says so, and goes on with the next event', async () => {
    const { create, tell, deliver, calls, webhooks, warnings, receiver, wait } = openWebhooksWorld();
    const webhook = await create({});
    receiver.answer = () => ({ kind: 'failed', reason: 'nothing listens there' });
    await tell(deleted('d1'), deleted('d1'));
    for (let hour = 0; hour < 25 * 4; hour += 1) {
      await deliver();
      wait(15 * 60 * 1000);
    }
    const failed = valueOf(
      await webhooks.deliveries(systemPrincipal, { webhook, state: 'failed', limit: 10 }),
    );
    expect(failed.map(({ reason, nextAt }) => [reason, nextAt])).to.deep.equal([
      ['nothing listens there', null],
    ]);
    expect(warnings).to.deep.equal(['a webhook did not take evt_1_entry_delete: nothing listens there']);
    expect(calls.at(-1)?.id).to.equal('evt_2_entry_delete');
  });

  it('sends again what has ended when it is asked to', async () => {
    const { create, tell, deliver, calls, webhooks } = openWebhooksWorld();
    const webhook = await create({});
    await tell(deleted('d1'));
    await deliver();
    const [delivery] = valueOf(await webhooks.deliveries(systemPrincipal, { webhook, limit: 10 }));
    expect(delivery).to.include({ state: 'delivered', attempts: 1, status: 200 });
    valueOf(await webhooks.resend(systemPrincipal, webhook, delivery?.documentId ?? ''));
    await deliver();
    expect(calls.map(({ id }) => id)).to.deep.equal(['evt_1_entry_delete', 'evt_1_entry_delete']);
  });

  it('keeps the order of the document when a failed event is sent again', async () => {
    const { create, tell, deliver, calls, webhooks, receiver, wait } = openWebhooksWorld();
    const webhook = await create({});
    const deliverFor = async (hours: number): Promise<void> => {
      for (let quarter = 0; quarter < hours * 4; quarter += 1) {
        await deliver();
        wait(15 * 60 * 1000);
      }
    };
    const working = receiver.answer;
    const failing: typeof working = () => ({ kind: 'answered', status: 500 });
    receiver.answer = failing;
    await tell(deleted('d1'));
    await deliverFor(25);
    expect(calls.length).to.be.within(8, 14);
    receiver.answer = working;
    await tell(deleted('d1'));
    await deliver();
    const [failed] = valueOf(
      await webhooks.deliveries(systemPrincipal, { webhook, state: 'failed', limit: 10 }),
    );
    receiver.answer = failing;
    valueOf(await webhooks.resend(systemPrincipal, webhook, failed?.documentId ?? ''));
    await tell(deleted('d1'), deleted('d2'));
    await deliver();
    const before = calls.length;
    receiver.answer = working;
    await deliverFor(1);
    const sent = calls.slice(before).map(({ id }) => id.split('_')[1]);
    expect(sent.filter((id) => id !== '4')).to.deep.equal(['1', '3']);
    expect(
      valueOf(await webhooks.deliveries(systemPrincipal, { webhook, state: 'failed', limit: 10 })),
    ).to.deep.equal([]);
  });

  it('switches a webhook off that answers 410', async () => {
    const { create, tell, deliver, calls, webhooks, receiver } = openWebhooksWorld();
    const webhook = await create({});
    receiver.answer = () => ({ kind: 'answered', status: 410 });
    await tell(deleted('d1'));
    await deliver();
    await tell(deleted('d2'));
    await deliver();
    expect(calls).to.have.lengthOf(1);
    expect(valueOf(await webhooks.find(systemPrincipal, webhook))).to.include({ isEnabled: false });
  });

  it('leaves a receiver alone that does not answer', async () => {
    const { create, tell, deliver, calls, receiver, wait } = openWebhooksWorld();
    await create({});
    receiver.answer = () => ({ kind: 'failed', reason: 'no answer within 10 s' });
    await tell(...Array.from({ length: 60 }, (_, index) => deleted(`d${index}`)));
    await deliver();
    expect(calls).to.have.lengthOf.at.most(8);
    expect(await deliver()).to.equal(0);
    receiver.answer = () => ({ kind: 'answered', status: 200 });
    wait(10_000);
    while ((await deliver()) > 0);
    expect(new Set(calls.map(({ id }) => id))).to.have.property('size', 60);
  });

  it('keeps the order of a document whose event was put off without an attempt', async () => {
    const { create, tell, deliver, calls, receiver, wait } = openWebhooksWorld();
    await create({});
    receiver.answer = () => ({ kind: 'failed', reason: 'refused' });
    const names = Array.from({ length: 20 }, (_, at) => `d${at}`);
    await tell(...names.map(deleted));
    await deliver();
    // The receiver is left alone: most of them were not tried.
    expect(calls.length).to.be.lessThan(10);
    receiver.answer = () => ({ kind: 'answered', status: 200 });
    const before = calls.length;
    await tell(...names.map(deleted));
    await deliver();
    expect(calls).to.have.lengthOf(before);
    wait(10_000);
    while ((await deliver()) > 0);
    const ids = calls.slice(before).map(({ id }) => Number(id.split('_')[1]));
    expect(ids).to.have.lengthOf(40);
    for (let at = 1; at <= 20; at += 1) expect(ids.indexOf(at)).to.be.lessThan(ids.indexOf(at + 20));
  });

  it('sends nothing for a webhook that is removed', async () => {
    const { create, tell, deliver, calls, webhooks } = openWebhooksWorld();
    const webhook = await create({});
    await tell(deleted('d1'));
    valueOf(await webhooks.remove(systemPrincipal, webhook));
    await deliver();
    expect(calls).to.deep.equal([]);
  });
});
