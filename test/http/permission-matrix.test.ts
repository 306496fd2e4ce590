import { expect } from 'chai';
import * as fc from 'fast-check';
import { createClock } from '../../src/adapters/host/create-clock.js';
import { createIds } from '../../src/adapters/host/create-ids.js';
import { createRestApp } from '../../src/adapters/delivery/rest/create-rest-app.js';
import { isInMemory, openDocuments } from './chosen-store.js';
import { createDocuments } from '../../src/application/documents/documents.js';
import { systemPrincipal, type Action, type Principal } from '../../src/domain/permission/permission.js';
import type { Layer } from '../../src/domain/query/query.js';
import { ok } from '../../src/domain/result.js';
import { idOf, valueOf } from '../contract/results.js';
import {
  arbitraryPrincipal,
  expectedOf,
  foundBy,
  file,
  fileData,
  matrixSources,
  note,
  topic,
  writer,
  type Expected,
} from './permission-matrix.js';
import { requestTo } from './request-to.js';
import { schemaFrom } from '../schema-builders.js';

const ignore = (): void => {};
const log = { debug: ignore, info: ignore, warn: ignore, error: ignore };

async function createMatrix() {
  const schema = schemaFrom(matrixSources);
  const store = openDocuments(schema);
  const passwords = { hash: async () => 'hash' };
  const documents = createDocuments({ schema, store, clock: createClock(), ids: createIds(), passwords });
  const create = async (type: string, data: object): Promise<string> => {
    const mutation = { kind: 'create', type, layer: 'published', data, answer: {} } as const;
    return idOf(valueOf(await documents.create(systemPrincipal, mutation)).answer.documents()[0]);
  };
  const writers = [await create(writer, { name: 'ann' }), await create(writer, { name: 'bob' })];
  const about = await create(topic, { name: 'birds' });
  const cover = await create(file, { name: 'birds.txt', ...fileData });
  const seo = { title: 'seen', about, images: [cover] };
  const notes = [
    await create(note, {
      text: 'one',
      score: 1,
      key: 'secret',
      hidden: 'x',
      writer: writers[0],
      topics: [about],
      seo,
      cover,
    }),
    await create(note, {
      text: 'two',
      score: 2,
      key: 'secret',
      hidden: 'y',
      writer: writers[1],
      topics: [about],
      seo,
    }),
  ];
  let principal: Principal = systemPrincipal;
  const app = createRestApp({ documents, schema, authenticate: () => ok(principal), log });
  return {
    id: notes[0] ?? '',
    writer: writers[1] ?? '',
    topic: about,
    file: cover,
    create: () => create(note, { text: 'new', score: 3 }),
    by: (asking: Principal) => {
      principal = asking;
      return requestTo(app);
    },
  };
}

type Matrix = Awaited<ReturnType<typeof createMatrix>>;
type Body = { readonly data: never; readonly error?: { readonly message: string } };

/** 403 if the action is not granted, 400 if a requested attribute is not, otherwise the expected success. */
const statusOf = (granted: boolean, reached: boolean, success = 200): number =>
  granted ? (reached ? success : 400) : 403;

/** The parameters that select drafts or published versions. */
const named = (layer: Layer, name: string): string => (layer === 'draft' ? `${name}, of drafts` : name);
const statusIn = (layer: Layer): string => (layer === 'draft' ? '&status=draft' : '');

const listed = (
  layer: Layer,
  name: string,
  asked: string,
  reached: (expected: Expected) => boolean,
): Surface => ({
  name: named(layer, name),
  check: async (matrix, principal, expected) => {
    const response = await matrix.by(principal).get(`/api/notes?${asked}${statusIn(layer)}`);
    expect(response.status).to.equal(statusOf(expected.may(foundBy(note, layer)), reached(expected)));
    if (response.status === 400) expect((response.body as Body).error?.message).to.match(/^Invalid key/);
  },
});

interface Surface {
  readonly name: string;
  check(matrix: Matrix, principal: Principal, expected: Expected): Promise<unknown>;
}

/** Returns the visible attributes of a populated document; it is absent if it may not be found. */
const populated = (
  layer: Layer,
  name: string,
  asked: string,
  path: (data: never) => unknown,
  follows: (expected: Expected) => boolean,
  asks: (expected: Expected) => boolean = () => true,
): Surface => ({
  name: named(layer, name),
  check: async (matrix, principal, expected) => {
    const response = await matrix.by(principal).get(`/api/notes/${matrix.id}?${asked}${statusIn(layer)}`);
    expect(response.status).to.equal(statusOf(expected.may(readBy(layer)), asks(expected)));
    if (response.status !== 200) return;
    const found = path((response.body as Body).data) as Record<string, unknown> | undefined;
    expect(found !== undefined, 'is there').to.equal(follows(expected));
    expect(JSON.stringify(response.body)).not.to.match(/secret|:"hash"|hidden|mail/);
  },
});

/** The action that reads one note. */
const readBy = (layer: Layer): Action => (layer === 'draft' ? 'findDrafts' : 'findOne');

/** A write of notes with new values each time. */
const written = (
  layer: Layer,
  name: string,
  action: Action & ('create' | 'update'),
  data: (matrix: Matrix) => object,
  reached: (expected: Expected) => boolean,
): Surface => ({
  name: named(layer, `${action} ${name}`),
  check: async (matrix, principal, expected) => {
    const body = { data: data(matrix) };
    const query = `?${statusIn(layer)}`;
    const id = action === 'update' ? await matrix.create() : '';
    const by = matrix.by(principal);
    const response = await (
      action === 'create' ? by.post(`/api/notes${query}`) : by.put(`/api/notes/${id}${query}`)
    ).send(body);
    expect(response.status).to.equal(
      statusOf(expected.may(action), reached(expected), action === 'create' ? 201 : 200),
    );
    if (response.status >= 300) return;
    const readers: readonly Action[] = layer === 'draft' ? ['findDrafts'] : ['findOne', 'find'];
    const reader = readers.find((one) => expected.may(one)) ?? action;
    const shown = (response.body as Body).data as Record<string, unknown>;
    // A writer who may not find an existing draft gets only the attributes that they sent.
    const isOthers = layer === 'draft' && reader === 'update' && !('text' in body.data);
    expect('text' in shown).to.equal(!isOthers && expected.reaches(reader, 'text'));
    expect(Object.keys(shown)).not.to.include.members(['key', 'hidden']);
  },
});

const moved = (path: string, action: Action, success = 200): Surface => ({
  name: action,
  check: async (matrix, principal, expected) => {
    const id = await matrix.create();
    const by = matrix.by(principal);
    const response = await (action === 'delete'
      ? by.delete(`/api/notes/${id}`)
      : by.post(`/api/notes/${id}/actions/${path}`));
    expect(response.status).to.equal(statusOf(expected.may(action), true, success));
  },
});

const never = () => false;

type Linked = {
  writer?: { notes?: { topics?: unknown }[] };
  topics?: unknown;
  seo?: { about?: unknown; images?: unknown };
  cover?: unknown;
};
const one = (path: (data: Linked) => unknown) => path as (data: never) => unknown;
const writes =
  (action: Action, ...names: readonly string[]) =>
  (expected: Expected) =>
    names.every((name) => expected.reaches(action, name));

function readSurfaces(layer: Layer): readonly Surface[] {
  const find = (name: string) => (expected: Expected) => expected.reaches(foundBy(note, layer), name);
  const through = (name: string, uid: string, inner: string) => (expected: Expected) =>
    find(name)(expected) && expected.shows(uid, inner, layer);
  return [
    listed(layer, 'list', '', () => true),
    ...['text', 'score'].flatMap((name) => [
      listed(layer, `fields=${name}`, `fields=${name}`, find(name)),
      listed(layer, `filter by ${name}`, `filters[${name}][$notNull]=true`, find(name)),
      listed(layer, `sort by ${name}`, `sort=${name}`, find(name)),
      listed(
        layer,
        `search in ${name}, deep inside`,
        `filters[$or][0][$and][0][$not][${name}][$eq]=1`,
        find(name),
      ),
    ]),
    ...['key', 'hidden'].flatMap((name) => [
      listed(layer, `fields=${name}`, `fields=${name}`, never),
      listed(layer, `filter by ${name}`, `filters[${name}][$notNull]=true`, never),
      listed(layer, `sort by ${name}`, `sort=${name}`, never),
    ]),
    listed(
      layer,
      'filter through a relation',
      'filters[writer][name][$eq]=ann',
      through('writer', writer, 'name'),
    ),
    listed(layer, 'filter by whom a relation leads to', 'filters[writer][mail][$eq]=a', never),
    listed(
      layer,
      'filter by whether there is a relation',
      'filters[topics][$notNull]=true',
      (expected) => expected.reaches(foundBy(note, layer), 'topics') && expected.follows(topic, layer),
    ),
    listed(
      layer,
      'filter through two relations',
      'filters[writer][notes][text][$eq]=one',
      (expected) => through('writer', writer, 'notes')(expected) && expected.shows(note, 'text', layer),
    ),
    listed(layer, 'sort through a relation', 'sort=writer.name', through('writer', writer, 'name')),
    listed(layer, 'filter by a component', 'filters[seo][title][$eq]=seen', find('seo')),
    listed(
      layer,
      'filter by a relation of a component',
      'filters[seo][about][name][$eq]=birds',
      through('seo', topic, 'name'),
    ),
    listed(layer, 'sort by a component', 'sort=seo.title', find('seo')),
    listed(
      layer,
      'filter through media',
      'filters[cover][name][$eq]=birds.txt',
      through('cover', file, 'name'),
    ),
    listed(
      layer,
      'filter by whether there is a file',
      'filters[cover][$notNull]=true',
      (expected) => find('cover')(expected) && expected.follows(file, layer),
    ),
    listed(layer, 'filter by who uploaded a file', 'filters[cover][uploader][$notNull]=true', never),
    listed(layer, 'sort through media', 'sort=cover.name', through('cover', file, 'name')),
    listed(
      layer,
      'filter through media of a component',
      'filters[seo][images][width][$null]=true',
      through('seo', file, 'width'),
    ),
    populated(
      layer,
      'populate media',
      'populate=cover',
      one((data) => data.cover),
      (expected) => expected.follows(file, layer),
      (expected) => expected.reaches(readBy(layer), 'cover'),
    ),
    populated(
      layer,
      'populate media of a component',
      'populate[seo][populate]=images',
      one((data) => data.seo?.images),
      (expected) => expected.follows(file, layer),
      (expected) => expected.reaches(readBy(layer), 'seo'),
    ),
    populated(
      layer,
      'populate',
      'populate=writer',
      one((data) => data.writer),
      (expected) => expected.follows(writer, layer),
      (expected) => expected.reaches(readBy(layer), 'writer'),
    ),
    populated(
      layer,
      'populate everything',
      'populate=*',
      one((data) => data.writer),
      (expected) => expected.follows(writer, layer) && expected.reaches(readBy(layer), 'writer'),
    ),
    populated(
      layer,
      'populate a component',
      'populate=seo',
      one((data) => data.seo),
      () => true,
      (expected) => expected.reaches(readBy(layer), 'seo'),
    ),
    populated(
      layer,
      'populate what a component leads to',
      'populate[seo][populate]=about',
      one((data) => data.seo?.about),
      (expected) => expected.follows(topic, layer),
      (expected) => expected.reaches(readBy(layer), 'seo'),
    ),
    populated(
      layer,
      'populate deep',
      'populate[writer][populate][notes][populate]=topics',
      one((data) => data.writer?.notes?.[0]?.topics),
      (expected) => [writer, note, topic].every((uid) => expected.follows(uid, layer)),
      (expected) =>
        expected.reaches(readBy(layer), 'writer') &&
        (!expected.follows(writer, layer) ||
          (expected.shows(writer, 'notes', layer) &&
            (!expected.follows(note, layer) || expected.shows(note, 'topics', layer)))),
    ),
  ];
}

/** Published documents, selected by their drafts. */
const chosen = (filter: string): Surface => ({
  name: filter,
  check: async (matrix, principal, expected) => {
    const { status } = await matrix.by(principal).get(`/api/notes?${filter}`);
    expect(status).to.equal(expected.may('find') && expected.may('findDrafts') ? 200 : 403);
  },
});

const surfaces: readonly Surface[] = [
  ...['hasPublishedVersion=false', 'publicationFilter=modified', 'publicationFilter=unmodified'].map(chosen),
  ...(['published', 'draft'] as const).flatMap(readSurfaces),
  ...(['published', 'draft'] as const).flatMap((layer) =>
    (['create', 'update'] as const).flatMap((action) => [
      written(layer, 'an attribute', action, () => ({ text: 'x' }), writes(action, 'text')),
      written(
        layer,
        'several attributes',
        action,
        () => ({ text: 'x', score: 1 }),
        writes(action, 'text', 'score'),
      ),
      written(layer, 'a component', action, () => ({ seo: { title: 'x' } }), writes(action, 'seo')),
      written(
        layer,
        'a relation',
        action,
        (matrix) => ({ writer: matrix.writer }),
        (expected) => expected.reaches(action, 'writer') && expected.follows(writer, layer),
      ),
      written(
        layer,
        'media',
        action,
        (matrix) => ({ cover: matrix.file }),
        (expected) => expected.reaches(action, 'cover') && expected.follows(file, layer),
      ),
      written(
        layer,
        'media of a component',
        action,
        (matrix) => ({ seo: { images: [matrix.file] } }),
        (expected) => expected.reaches(action, 'seo') && expected.follows(file, layer),
      ),
      written(
        layer,
        'connections',
        action,
        (matrix) => ({ topics: { connect: [matrix.topic] } }),
        (expected) => expected.reaches(action, 'topics') && expected.follows(topic, layer),
      ),
      written(
        layer,
        'disconnections',
        action,
        (matrix) => ({ topics: { disconnect: [matrix.topic] } }),
        (expected) => expected.reaches(action, 'topics') && expected.follows(topic, layer),
      ),
      written(
        layer,
        'a relation of a component',
        action,
        (matrix) => ({ seo: { about: matrix.topic } }),
        (expected) => expected.reaches(action, 'seo') && expected.follows(topic, layer),
      ),
      ...['id', 'documentId', 'createdAt', 'createdBy', 'updatedBy', 'nothing'].map((name) =>
        written(layer, name, action, () => ({ [name]: 1 }), never),
      ),
    ]),
  ),
  moved('publish', 'publish'),
  moved('unpublish', 'unpublish'),
  moved('discard-draft', 'discardDraft'),
  moved('', 'delete', 204),
];

describe('the access of every principal on every surface', () => {
  let matrix: Matrix;
  before(async () => (matrix = await createMatrix()));

  for (const surface of surfaces)
    it(`follows the policy: ${surface.name}`, () =>
      fc.assert(
        fc.asyncProperty(arbitraryPrincipal, (principal) =>
          surface.check(matrix, principal, expectedOf(principal)).then(() => undefined),
        ),
        { numRuns: isInMemory ? 40 : 10 },
      ));
});
