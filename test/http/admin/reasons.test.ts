import { expect } from 'chai';
import * as fc from 'fast-check';
import { noEdits } from '../../../src/adapters/delivery/admin/page/entry/edits.js';
import { createRules } from '../../../src/adapters/delivery/admin/page/entry/rules.js';
import { english } from '../../../src/domain/reason/english.js';
import type { ReasonCode } from '../../../src/domain/reason/reason.js';
import { valueOf } from '../../contract/results.js';
import { appFiles, component, contentType, drafts, relation } from '../../schema-builders.js';
import { openAdmin, type AdminWorld, type Browser } from './admin-world.js';

const story = 'api::story.story';
const [form, plain] = ['api::form.form', 'api::plain.plain'];

const judged = {
  Title: { type: 'string', required: true, minLength: 3, maxLength: 10 },
  Mail: { type: 'email' },
  Rank: { type: 'integer', min: 2, max: 10 },
  Price: { type: 'decimal', required: true, default: 5, max: 100 },
  Big: { type: 'biginteger', max: '9007199254740993' },
  Kind: { type: 'enumeration', enum: ['news', 'tale'] },
  Secret: { type: 'password', required: true, minLength: 6 },
  Part: { type: 'component', component: 'parts.part', required: true },
  Parts: { type: 'component', component: 'parts.part', repeatable: true, max: 3 },
  Zone: { type: 'dynamiczone', components: ['parts.part'], max: 2 },
  Body: { type: 'blocks' },
  More: {
    type: 'string',
    required: true,
    conditions: { visible: { '==': [{ var: 'Kind' }, 'tale'] } },
  },
};

const files = appFiles({
  contentTypes: [
    contentType(
      'story',
      'stories',
      {
        Title: { type: 'string', required: true, minLength: 3, maxLength: 40 },
        Rank: { type: 'integer', max: 10 },
        Kind: { type: 'enumeration', enum: ['news', 'tale'] },
        Lead: relation('manyToOne', 'tag'),
      },
      drafts,
    ),
    contentType('tag', 'tags', { Name: { type: 'string', unique: true } }),
    contentType(
      'form',
      'forms',
      { ...judged, Lead: { ...relation('manyToOne', 'tag'), required: true } },
      drafts,
    ),
    contentType('plain', 'plains', judged),
  ],
  components: [
    component('parts.part', {
      Name: { type: 'string', required: true, maxLength: 5 },
      Count: { type: 'integer', min: 1 },
      Tag: { ...relation('oneToOne', 'tag'), required: true },
    }),
  ],
});

describe('the reasons that the admin API answers', () => {
  let world: AdminWorld;
  let editor: Browser;

  before(async () => {
    world = await openAdmin({}, files);
    editor = await world.signedIn('editor');
  });
  after(async () => {
    await world.stop();
    expect(world.errors).to.deep.equal([]);
  });

  const make = (set: object) => editor.api('POST', `documents/${story}`, { set });

  it('are one for each invalid value, with its code, its limits and its path', async () => {
    const { status, body } = await make({ Title: 'x'.repeat(41), Rank: 11, Kind: 'song' });
    expect(status).to.equal(400);
    expect(body.error.details.errors).to.have.lengthOf(3);
    expect(body.error.reasons).to.deep.equal([
      { code: 'value.maxLength', parameters: { max: 40, path: 'Title' } },
      { code: 'value.max', parameters: { max: 10, path: 'Rank' } },
      { code: 'value.notListed', parameters: { values: ['news', 'tale'], path: 'Kind' } },
    ]);
  });

  it('say what is not unique, not there or not known', async () => {
    const tag = () => editor.api('POST', 'documents/api::tag.tag', { set: { Name: 'one' } });
    expect((await tag()).status).to.equal(201);
    expect((await tag()).body.error.reasons).to.deep.equal([
      { code: 'value.notUnique', parameters: { path: 'Name' } },
    ]);
    expect((await make({ Other: 1 })).body.error.reasons).to.deep.equal([
      { code: 'key.invalid', parameters: { key: 'Other' } },
    ]);
    const linked = await editor.api('POST', `documents/${story}`, {
      set: {},
      links: [{ kind: 'connect', attribute: 'Lead', documentId: 'a'.repeat(24) }],
    });
    expect(linked.body.error.reasons).to.deep.equal([
      { code: 'link.target', parameters: { id: 'a'.repeat(24), locale: 'null' } },
    ]);
  });

  it('are those of refusals as well, of drafts that cannot be published, and of releases', async () => {
    const { body } = await make({});
    const id = body.data.documentId as string;
    const missing = [{ code: 'value.null', parameters: { path: 'Title', type: 'string' } }];
    const path = `documents/${story}/${id}`;
    expect((await editor.api('POST', `${path}/publish`, {})).body.error.reasons).to.deep.equal(missing);
    const { problems } = (await editor.api('GET', `${path}/diff`)).body.data;
    expect(problems).to.have.lengthOf(1);
    expect(problems[0]).to.deep.include({ path: 'Title', reason: missing[0] });
    const bulk = await editor.api('POST', `documents/${story}/bulk`, { action: 'publish', ids: [id] });
    expect(bulk.body.data.refused[0].error.reasons).to.deep.equal(missing);
    const revision = body.data.revision as string;
    await editor.api('PATCH', path, { set: { Rank: 1 }, revision });
    const changed = await editor.api('PATCH', path, { set: { Rank: 2 }, revision });
    expect([changed.status, changed.body.error.reasons?.[0].code]).to.deep.equal([412, 'document.changed']);
    const release = await editor.api('POST', 'releases', {
      name: 'spring',
      actions: [{ action: 'publish', type: story, documentId: id }],
    });
    expect(release.body.data.problems[0].reasons).to.deep.equal(missing);
    const run = await editor.api('POST', `releases/${release.body.data.documentId}/run`, {});
    expect(run.body.error.reasons).to.deep.equal([{ code: 'release.notWhole', parameters: {} }]);
    expect(run.body.error.details.problems[0].reasons).to.deep.equal(missing);
    const gone = await editor.api('GET', `documents/${story}/${'b'.repeat(24)}`);
    expect(gone.body.error.reasons[0].code).to.equal('document.notFound');
    const denied = await editor.api('GET', 'administrators');
    expect(denied.body.error.reasons[0].code).to.equal('request.denied');
    const outside = await world.browser().api('GET', 'start');
    expect(outside.body.error.reasons[0].code).to.equal('signIn.first');
  });

  it('are left out of the content API, whose messages are their English', async () => {
    const { token } = valueOf(await world.parts.access.createToken({ name: 'all', access: 'full-access' }));
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
    const data = { Title: 'x'.repeat(41), Rank: 11 };
    const post = async (path: string, body: object) => {
      const answer = await fetch(`${world.url}/api/${path}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      });
      return answer.text();
    };
    const refused = await post('stories', { data });
    expect(refused).to.not.include('reason');
    const { errors } = (JSON.parse(refused) as { error: { details: { errors: { message: string }[] } } })
      .error.details;
    const { reasons } = (await make(data)).body.error as {
      reasons: { code: ReasonCode; parameters: Record<string, string> }[];
    };
    expect(errors.map(({ message }) => message)).to.deep.equal(
      reasons.map(({ code, parameters }) =>
        english[code].replace(/\{(\w+)\}/g, (_, name: string) => String(parameters[name])),
      ),
    );
    const { body } = await make({});
    const actions = [{ action: 'publish', type: story, documentId: body.data.documentId as string }];
    const made = await post('releases', { data: { name: 'autumn', actions } });
    expect(made).to.include('must be a `string` type').and.not.include('reason');
    const { documentId } = (JSON.parse(made) as { data: { documentId: string } }).data;
    for (const action of ['check', 'run'])
      expect(await post(`releases/${documentId}/actions/${action}`, {}))
        .to.include('must be a `string` type')
        .and.not.include('reason');
  });

  it('are those that the page gives before, for random values', async function () {
    this.timeout(20_000);
    const tag = await editor.api('POST', 'documents/api::tag.tag', { set: { Name: 'linked' } });
    const documentId = tag.body.data.documentId as string;
    const { schema } = (await editor.api('GET', 'start')).body.data;
    const wire = (await editor.api('GET', `schema/${schema}`)).body.data;
    const rulesOf = (uid: string) =>
      createRules(
        wire.types.find((one: { uid: string }) => one.uid === uid),
        wire.components,
      );
    const linked = (has: boolean) => ({
      target: 'api::tag.tag',
      many: false,
      items: has ? [{ documentId }] : [],
      hasMore: false,
    });
    const text = fc.oneof(
      fc.constantFrom('', 'ab', 'Title', 'a@b.de', 'news', 'tale', '\u0000', '12'),
      fc.string({ maxLength: 14 }),
    );
    const number = fc.oneof(
      fc.integer({ min: -3, max: 14 }),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      text,
      fc.constantFrom('9007199254740994', null),
    );
    const part = fc.record(
      { Name: fc.option(text), Count: fc.integer({ min: -1, max: 3 }), Tag: fc.boolean().map(linked) },
      { requiredKeys: [] },
    );
    const set = fc.record(
      {
        Title: fc.option(text),
        Mail: text,
        Rank: number,
        Price: number,
        Big: number,
        Kind: fc.option(text),
        Secret: text,
        Part: fc.option(part),
        Parts: fc.array(part, { maxLength: 4 }),
        Zone: fc.array(
          part.map((one) => ({ __component: 'parts.part', ...one })),
          { maxLength: 3 },
        ),
        Body: fc.oneof(text, fc.constant([{ type: 'paragraph', children: [{ type: 'text', text: 'x' }] }])),
        More: fc.option(text),
      },
      { requiredKeys: [] },
    );
    type Told = readonly { readonly path: readonly string[] }[];
    const told = (errors: Told = []) => errors.map(({ path }) => path.join('.'));
    let [refused, published] = [0, 0];
    const judge = async (uid: string, values: object, isLinked: boolean): Promise<void> => {
      const [rules, data] = [rulesOf(uid), values as Parameters<ReturnType<typeof rulesOf>['unsavable']>[0]];
      const links = isLinked && uid === form ? [{ kind: 'connect', attribute: 'Lead', documentId }] : [];
      const made = await editor.api('POST', `documents/${uid}`, { set: values, links });
      expect(told(rules.unsavable(data, true))).to.deep.equal(told(made.body.error?.details?.errors));
      if (made.status >= 400) return void (refused += 1);
      const entry = made.body.data;
      expect(rules.unsavable(entry.values), 'what is stored').to.deep.equal([]);
      if (uid === plain) return;
      const done = await editor.api('POST', `documents/${uid}/${entry.documentId}/publish`, {});
      const errors = told(done.body.error?.details?.errors).filter((one) => one !== 'Secret');
      expect(told(rules.unpublishable({ entry, edits: noEdits, known: {} }))).to.deep.equal(errors);
      published += done.status === 200 ? 1 : 0;
    };
    const whole = { Title: 'Title', Secret: 'secret', Part: { Name: 'one', Tag: linked(true) } };
    for (const uid of [form, plain]) {
      await judge(uid, whole, true);
      const property = fc.asyncProperty(set, fc.boolean(), fc.boolean(), (values, isLinked, isRight) =>
        judge(uid, isRight ? { ...values, ...whole } : values, isLinked),
      );
      await fc.assert(property, { numRuns: 40 });
    }
    expect(refused).to.be.greaterThan(10);
    expect(published).to.be.greaterThan(0);
  });
});
