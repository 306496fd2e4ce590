import { expect } from 'chai';
import { resolveRefs } from '../../../../src/domain/document/references.js';
import { validateInput } from '../../../../src/domain/document/validate-input.js';
import { systemPrincipal } from '../../../../src/domain/permission/permission.js';
import type { Change } from '../../../../src/domain/plan/change.js';
import { requirementsOf, readsNothing } from '../../../../src/domain/plan/requirements-of.js';
import { planWrite } from '../../../../src/domain/plan/plan-write.js';
import { nothingLoaded, type LoadedDocument } from '../../../../src/domain/plan/write-requirements.js';
import type { Layer } from '../../../../src/domain/query/query.js';
import { contentTypeOf, type Json } from '../../../../src/domain/schema/schema.js';
import { buildSchema } from '../../../../src/domain/schema/build-schema.js';
import { built, typeSource } from '../schema/sources.js';
import { printRequirements, printWrite } from './print-write.js';
import { localized, relation } from '../../../schema-builders.js';

const schema = built(
  buildSchema({
    contentTypes: [
      typeSource('post', {
        options: { draftAndPublish: true },
        attributes: {
          title: { type: 'string', required: true },
          stars: { type: 'integer', default: 3, min: 1 },
          slug: { type: 'uid' },
          cover: { type: 'media', required: true },
          tags: relation('manyToMany', 'tag', { inversedBy: 'posts' }),
          page: relation('oneToOne', 'page', { inversedBy: 'post' }),
        },
      }),
      typeSource('note', {
        options: { draftAndPublish: true },
        attributes: {
          name: { type: 'string' },
          text: { type: 'text' },
          tags: relation('manyToMany', 'tag'),
        },
      }),
      typeSource('limited', {
        options: { draftAndPublish: true },
        attributes: {
          short: { type: 'string', maxLength: 20 },
          small: { type: 'integer', max: 9 },
          free: { type: 'string' },
        },
      }),
      typeSource('tag', { attributes: { posts: relation('manyToMany', 'post', { mappedBy: 'tags' }) } }),
      typeSource('page', {
        ...localized,
        attributes: {
          title: { type: 'string', required: true, ...localized },
          price: { type: 'integer' },
          picture: { type: 'media' },
          near: relation('manyToMany', 'page'),
          post: relation('oneToOne', 'post', { mappedBy: 'page' }),
        },
      }),
      typeSource('home', { kind: 'singleType', attributes: { title: { type: 'string', required: true } } }),
    ],
    components: [],
  }),
);

const now = '2026-01-01T00:00:00.000Z';
const author = null;

/** A change of document `d`, as the use cases make it. */
function change(
  kind: Change['kind'],
  name: string,
  more: { data?: object; layer?: Layer; locale?: string | null; checksExistence?: boolean } = {},
): Change {
  const type = contentTypeOf(schema, `api::${name}.${name}`);
  const locale = more.locale === undefined ? (type.localized ? 'en' : '') : more.locale;
  const { data = {}, layer = 'published' } = more;
  const draft = type.draftAndPublish && (kind === 'update' || layer === 'draft');
  if (kind === 'delete') return { kind, type, documentId: 'd', locale };
  const address = { type, documentId: 'd', locale: locale ?? '' };
  if (kind !== 'create' && kind !== 'update') return { kind, ...address, now, author };
  const input = validateInput(
    schema,
    type,
    data,
    { kind, draft, fields: null, privateInside: true },
    systemPrincipal,
  );
  if (!input.ok) throw new Error(input.failure.message);
  const lookup = { lookup: () => undefined, defaultLocale: 'en', localized: type.localized };
  const resolved = resolveRefs(schema, type, input.value, lookup);
  if (!resolved.ok) throw new Error(resolved.failure.message);
  const written = { ...address, layer, input: resolved.value, now, author };
  if (kind === 'create') return { kind, ...written };
  return {
    kind,
    ...written,
    creates: type.kind === 'singleType',
    checksExistence: more.checksExistence ?? (type.localized || type.kind === 'singleType'),
  };
}

const found = (more: Partial<LoadedDocument>): LoadedDocument => ({
  versions: [],
  values: null,
  sibling: null,
  filled: [],
  pending: [],
  ...more,
});
const values = (of: Record<string, Json>): ReadonlyMap<string, Json> => new Map(Object.entries(of));
const draft = { layer: 'draft', locale: '' } as const;
const published = { layer: 'published', locale: '' } as const;
const inLocale = (locale: string) => ({ layer: 'published', locale }) as const;

const decide = (asked: Change, document: LoadedDocument | null = null) =>
  planWrite(schema, asked, { ...nothingLoaded, document }, () => 1);

function planned(asked: Change, document: LoadedDocument | null = null): readonly string[] {
  const decision = decide(asked, document);
  if (!decision.ok) throw new Error(JSON.stringify(decision.failure));
  return decision.value.kind === 'write' ? printWrite(decision.value.plan) : ['rebalance'];
}

const refusal = (asked: Change, document: LoadedDocument | null = null) => {
  const decision = decide(asked, document);
  return decision.ok ? null : decision.failure;
};

describe('planWrite of a type with drafts', () => {
  const data = { title: 'A', cover: 'f', tags: ['t'] };

  it('creates both versions at once, linked in both layers', () => {
    expect(planned(change('create', 'post', { data }))).to.deep.equal([
      `insert draft+published '' {"title":"A","stars":3}`,
      `cover '' draft+published: +f`,
      `tags '' draft+published: +t`,
      'must be: tag t',
      'must be: file f',
    ]);
  });

  it('creates and edits only the draft, and marks its links as pending', () => {
    const asked = { data: { tags: ['t'] }, layer: 'draft' } as const;
    expect(planned(change('create', 'post', asked))).to.include(`tags '' draft: +t pending`);
    const edit = change('update', 'post', { data: { tags: { disconnect: ['t'] } }, layer: 'draft' });
    expect(planned(edit)).to.deep.equal([
      `update draft '' {"updatedBy":null}`,
      `tags '' draft: -these(t) from draft pending`,
    ]);
  });

  it('reads nothing to append to a draft, and locks both ends', () => {
    const edit = change('update', 'post', { data: { title: 'B', tags: { connect: ['t'] } }, layer: 'draft' });
    const requirements = requirementsOf(schema, edit);
    expect(printRequirements(requirements)).to.equal('linked d, linked t');
    expect(readsNothing(requirements)).to.equal(true);
    const plain = change('update', 'post', { data: { title: 'B' }, layer: 'draft' });
    expect(printRequirements(requirementsOf(schema, plain))).to.equal('nothing');
    expect(readsNothing(null)).to.equal(true);
  });

  it('locks anchors; targets without a list of their sources only have to exist', () => {
    const beside = { connect: [{ documentId: 'u', position: { before: 't' } }], disconnect: ['v'] };
    const edit = change('update', 'post', { data: { tags: beside }, layer: 'draft' });
    expect(printRequirements(requirementsOf(schema, edit))).to.match(
      /^exclusive d, linked t, linked u, document/,
    );
    expect(readsNothing(requirementsOf(schema, edit))).to.equal(false);
    const near = change('update', 'page', { data: { near: { connect: ['a'] } } });
    expect(printRequirements(requirementsOf(schema, near))).to.match(/^shared a, exclusive d, /);
  });

  it('locks targets of an exclusive link, and its own document if it reads that first, as exclusive', () => {
    const taking = change('create', 'post', { data: { title: 'A', cover: 'f', tags: ['t'], page: 'p' } });
    expect(printRequirements(requirementsOf(schema, taking))).to.equal('exclusive p, linked t, shared f');
    const edit = change('update', 'post', { data: { tags: { connect: ['t'] } }, layer: 'draft' });
    expect(printRequirements(requirementsOf(schema, edit, true))).to.equal('exclusive d, linked t');
  });

  const complete = found({
    versions: [draft, published],
    values: values({ title: 'A', stars: 2, slug: 'a' }),
    filled: [true],
    pending: [false, true, false],
  });

  it('publishes an edit with what the draft may lack, and its pending links', () => {
    const edit = change('update', 'post', { data: { title: 'B', page: { documentId: 'p', locale: 'fr' } } });
    expect(printRequirements(requirementsOf(schema, edit))).to.equal(
      "exclusive p, exclusive d, document draft '', content stars,slug, filled cover, " +
        "pending source of posts_cover_links '', pending source of posts_page_links '', pending source of posts_tags_links ''",
    );
    expect(planned(edit, { ...complete, pending: [false, false, true] })).to.deep.equal([
      `publish '' {"title":"B","updatedBy":null} edited`,
      `page '' draft: -except(p/fr) from draft +p/fr takes pending`,
      `settle source of posts_page_links '' to published takes`,
      `settle source of posts_tags_links '' to published`,
      'must be: page p in fr',
    ]);
  });

  it('reads nothing to publish what a draft cannot lack, and applies all lists', () => {
    expect(printRequirements(requirementsOf(schema, change('publish', 'note')))).to.equal('nothing');
    expect(planned(change('publish', 'note'))).to.deep.equal([
      `publish '' {}`,
      `settle source of notes_tags_links '' to published`,
    ]);
    const edit = change('update', 'note', { data: { text: 'B', tags: { connect: ['t'] } } });
    const requirements = requirementsOf(schema, edit);
    expect(printRequirements(requirements)).to.equal('linked d, shared t');
    expect(readsNothing(requirements)).to.equal(true);
    expect(planned(edit)).to.deep.equal([
      `publish '' {"text":"B","updatedBy":null} edited`,
      `tags '' draft: +t pending`,
      `settle source of notes_tags_links '' to published`,
      'must be: tag t',
    ]);
    expect(printRequirements(requirementsOf(schema, edit, true))).to.equal('exclusive d, shared t');
  });

  it('looks again at what a stricter schema could refuse by now', () => {
    expect(printRequirements(requirementsOf(schema, change('publish', 'limited')))).to.equal(
      "exclusive d, document draft '', content short,small",
    );
  });

  it('reads nothing to publish an edit of all that a draft may lack', () => {
    const data = { title: 'B', stars: 1, slug: 'b', cover: 'f' };
    expect(printRequirements(requirementsOf(schema, change('update', 'post', { data })))).to.equal(
      'exclusive d, shared f',
    );
    const none = change('update', 'post', { data: { ...data, title: null, stars: 0, cover: null } });
    const refused = refusal(none)?.details?.['errors'] as readonly { readonly path: readonly string[] }[];
    expect(refused.map(({ path }) => path.join())).to.deep.equal(['title', 'stars', 'cover']);
  });

  it('publishes as an action without changing links that are not pending', () => {
    expect(planned(change('publish', 'post'), complete)).to.deep.equal([
      `publish '' {}`,
      `settle source of posts_page_links '' to published takes`,
    ]);
  });

  it('refuses to publish an incomplete draft, and lists everything that is missing', () => {
    const half = found({ versions: [draft], values: values({ stars: 0 }), filled: [false] });
    expect(refusal(change('publish', 'post'), half)?.details?.['errors']).to.deep.equal([
      {
        path: ['title'],
        message: 'title must be a `string` type, but the final value was: `null`.',
        name: 'ValidationError',
        value: null,
      },
      {
        path: ['stars'],
        message: 'stars must be greater than or equal to 1',
        name: 'ValidationError',
        // What is stored may be nothing for who publishes.
        value: undefined,
      },
      { path: ['cover'], message: 'cover must be defined.', name: 'ValidationError', value: undefined },
    ]);
  });

  it('counts links that the change itself adds or removes', () => {
    const half = found({ versions: [draft], values: values({ title: 'A', stars: 2 }), filled: [false] });
    expect(refusal(change('update', 'post', { data: { cover: 'f' } }), half)).to.equal(null);
    expect(refusal(change('update', 'post', { data: { cover: null } }), complete)?.message).to.equal(
      'cover must be defined.',
    );
  });

  it('does not count links that it disconnects', () => {
    const edit = change('update', 'post', { data: { cover: { disconnect: ['f'] } } });
    const [need] = requirementsOf(schema, edit)?.document?.filled ?? [];
    expect(need?.except).to.deep.equal([{ documentId: 'f', locale: '' }]);
    expect(refusal(edit, { ...complete, filled: [false] })?.message).to.equal('cover must be defined.');
  });

  it('unpublishes without changing links', () => {
    expect(planned(change('unpublish', 'post'), complete)).to.deep.equal([`remove published ''`]);
    expect(refusal(change('unpublish', 'post'), found({}))?.code).to.equal('DOCUMENT.NOT_FOUND');
  });

  it('discards a draft by copying the published version', () => {
    expect(planned(change('discardDraft', 'post'), complete)).to.deep.equal([
      `discard ''`,
      `settle source of posts_page_links '' to draft takes`,
    ]);
    expect(refusal(change('discardDraft', 'post'), found({ versions: [draft] }))?.code).to.equal(
      'INPUT.MISMATCH',
    );
  });

  it('removes both layers and every link', () => {
    expect(planned(change('delete', 'post'))).to.deep.equal([
      'remove draft+published everywhere',
      'unlink source of posts_cover_links',
      'unlink source of posts_page_links',
      'unlink source of posts_tags_links',
    ]);
  });
});

describe('planWrite from an end without drafts', () => {
  it('writes both layers with the same place', () => {
    expect(planned(change('create', 'tag', { data: { posts: ['p'] } }))).to.include(
      `posts '' draft+published: +p`,
    );
  });

  it('writes the layer that an item names', () => {
    const connect = [{ documentId: 'p', status: 'draft' }, { documentId: 'q' }];
    const edit = change('update', 'tag', {
      data: { posts: { connect, disconnect: [{ documentId: 'r', status: 'published' }] } },
    });
    expect(planned(edit)).to.include(`posts '' draft+published: -these(r) from published +p[draft] +q`);
    const replaced = change('update', 'tag', { data: { posts: connect } });
    expect(planned(replaced)).to.include(
      `posts '' draft+published: -except(p q) from draft+published +p[draft not published] +q`,
    );
  });
});

describe('planWrite of a type with locales', () => {
  it('names the locale at the ends that have one', () => {
    const asked = change('create', 'page', { data: { title: 'A', near: ['x'], picture: 'f' }, locale: 'fr' });
    expect(planned(asked)).to.deep.equal([
      `insert published 'fr' {"title":"A"}`,
      `picture '' published: +f`,
      `near 'fr' published: +x/fr`,
      'must be: page x',
      'must be: file f',
    ]);
  });

  it('names the default locale from an end without locales', () => {
    expect(planned(change('create', 'post', { data: { page: 'p' }, layer: 'draft' }))).to.include.members([
      `page '' draft: +p/en takes pending`,
      'must be: page p in en',
    ]);
  });

  it('creates a missing translation with the shared attributes', () => {
    const edit = change('update', 'page', { data: { title: 'B' }, locale: 'fr' });
    expect(printRequirements(requirementsOf(schema, edit))).to.equal(
      "exclusive d, document published 'fr', shared price",
    );
    const sibling = { locale: 'en', values: values({ price: 4 }) };
    expect(planned(edit, found({ versions: [inLocale('en')], sibling }))).to.deep.equal([
      `insert published 'fr' {"title":"B"} with price of en`,
    ]);
    const without = change('update', 'page', { locale: 'fr' });
    expect(refusal(without, found({ versions: [inLocale('en')], sibling }))?.message).to.equal(
      'title must be defined.',
    );
    expect(refusal(edit, found({}))?.code).to.equal('DOCUMENT.NOT_FOUND');
  });

  it('copies shared attributes that were sent to the other locales only', () => {
    const edit = change('update', 'page', { data: { title: 'B', price: 5 } });
    const two = found({ versions: [inLocale('en'), inLocale('fr')], values: values({ price: 4 }) });
    expect(planned(edit, two)).to.deep.equal([
      `update published 'en' {"title":"B","price":5,"updatedBy":null}`,
      `share price of 'en' in published`,
    ]);
    const own = change('update', 'page', { data: { title: 'B' } });
    expect(planned(own, two)).to.deep.equal([`update published 'en' {"title":"B","updatedBy":null}`]);
    expect(planned(edit, { ...two, versions: [inLocale('en')] })).to.have.lengthOf(1);
  });

  it('reads only if shared attributes were sent or the version did not exist', () => {
    const own = { data: { title: 'B' }, checksExistence: false };
    expect(printRequirements(requirementsOf(schema, change('update', 'page', own)))).to.equal('nothing');
    expect(planned(change('update', 'page', own))).to.deep.equal([
      `update published 'en' {"title":"B","updatedBy":null}`,
    ]);
    const sharing = change('update', 'page', { data: { price: 5 }, checksExistence: false });
    expect(printRequirements(requirementsOf(schema, sharing))).to.contain("document published 'en'");
  });

  it('removes one locale with its links, or all with every link', () => {
    const one = found({ versions: [inLocale('en'), inLocale('fr')] });
    expect(planned(change('delete', 'page', { locale: 'fr' }), one)).to.deep.equal([
      `remove published 'fr'`,
      'unlink source of pages_near_links in fr',
      'unlink target of pages_near_links in fr',
      'unlink target of posts_page_links in fr',
    ]);
    const last = found({ versions: [inLocale('fr')] });
    expect(planned(change('delete', 'page', { locale: 'fr' }), last)).to.include(
      'unlink source of pages_picture_links',
    );
    expect(planned(change('delete', 'page', { locale: null }))).to.include('remove published everywhere');
  });
});

describe('planWrite of a single type', () => {
  it('creates its document if there is none', () => {
    expect(planned(change('update', 'home', { data: { title: 'A' } }), found({}))).to.deep.equal([
      `insert published '' {"title":"A"}`,
    ]);
    expect(refusal(change('update', 'home'), found({}))?.message).to.equal('title must be defined.');
  });

  it('updates an existing document', () => {
    const there = found({ versions: [published], values: values({}) });
    expect(planned(change('update', 'home', { data: { title: 'B' } }), there)).to.deep.equal([
      `update published '' {"title":"B","updatedBy":null}`,
    ]);
  });
});
