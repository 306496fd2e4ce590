import { textOf } from '../../src/domain/document/text-of.js';
import { systemPrincipal } from '../../src/domain/permission/permission.js';
import { contentTypeOf, type Json, type Uid } from '../../src/domain/schema/schema.js';
import { fileType } from '../../src/domain/schema/built-in-uids.js';
import { partsOf } from '../../src/application/transfer/parts.js';
import { valueOf } from '../contract/results.js';
import type { AdminWorld } from '../http/admin/admin-world.js';
import { appFiles, component, contentType, relation } from '../schema-builders.js';

export const [place, tag] = ['api::place.place', 'api::tag.tag'] as const;

/** An app with a type of which there are many, and whose entries are large. */
export const largeFiles = appFiles({
  contentTypes: [
    contentType('place', 'places', {
      Name: { type: 'string' },
      Rating: { type: 'integer' },
      Story: { type: 'text' },
      Tags: relation('manyToMany', 'tag', { inversedBy: 'Places' }),
      Parts: { type: 'dynamiczone', components: ['parts.quote'] },
    }),
    contentType('tag', 'tags', {
      Label: { type: 'string' },
      Places: relation('manyToMany', 'place', { mappedBy: 'Tags' }),
    }),
  ],
  components: [component('parts.quote', { Text: { type: 'text' }, Who: { type: 'string' } })],
});

const placeId = (index: number): string => `place${padded(index)}`;

/** Not every server takes more rows in one command. */
const atOnce = 10_000;

type Values = Readonly<Record<string, Json>>;

/** Puts `count` published documents into an empty store as they are, a hundred times faster than with as many writes. */
async function fill(
  { parts: { schema, store } }: AdminWorld,
  uid: Uid,
  count: number,
  documentAt: (index: number) => { readonly documentId: string; readonly values: Values },
): Promise<void> {
  const last = partsOf(schema).at(-1)?.name ?? '';
  const now = new Date(0).toISOString();
  const at = { part: last, after: Number.MAX_SAFE_INTEGER };
  const mark = { run: 'fill', source: '', startedAt: now, inventory: {}, at, rows: 0, completedAt: now };
  valueOf(await store.archive.claim(mark));
  const version = {
    locale: '',
    layer: 'published',
    createdAt: now,
    updatedAt: now,
    publishedAt: now,
  } as const;
  const rows = Array.from({ length: count }, (_, index) => ({
    ...version,
    id: index + 1,
    publishedId: null,
    hasChanges: false,
    isPublished: true,
    ...documentAt(index),
  }));
  const type = contentTypeOf(schema, uid);
  for (let from = 0; from < count; from += atOnce) {
    const batch = { kind: 'versions', type, rows: rows.slice(from, from + atOnce) } as const;
    valueOf(await store.archive.put(batch, mark));
  }
  const counters = { sequenceKey: 0, itemId: 0, versionIds: {} };
  valueOf(await store.archive.finish(counters, mark));
}

const padded = (index: number): string => String(index).padStart(7, '0');

export const fillPlaces = (world: AdminWorld, count: number): Promise<void> =>
  fill(world, place, count, (index) => ({
    documentId: placeId(index),
    values: { Name: `Place ${padded(index)}`, Rating: index % 10, Story: null, Parts: [] },
  }));

/** Files of which only the records are there. The last is the newest. */
export const fillFiles = (world: AdminWorld, count: number): Promise<void> =>
  fill(world, fileType, count, (index) => ({
    documentId: `file${padded(index)}`,
    values: {
      name: `File ${padded(index)}`,
      hash: `file_${index}`,
      ext: '.txt',
      mime: 'text/plain',
      size: '1.5',
      url: `/uploads/file_${index}.txt`,
      provider: 'local',
      folder: [],
    },
  }));

/** Adds a tag of the first `count` places that `fillPlaces` made, and returns its documentId. */
export async function addTagOfMany({ parts: { documents } }: AdminWorld, count: number): Promise<string> {
  const about = { type: tag, layer: 'published', answer: { fields: ['documentId'] } } as const;
  const data = { Label: 'Many' };
  const made = valueOf(await documents.create(systemPrincipal, { kind: 'create', ...about, data }));
  const documentId = textOf(made.answer.documents()[0]?.['documentId']);
  for (let from = 0; from < count; from += atOnce) {
    const connect = Array.from({ length: Math.min(atOnce, count - from) }, (_, index) =>
      placeId(from + index),
    );
    const change = { kind: 'update', ...about, documentId, data: { Places: { connect } } } as const;
    valueOf(await documents.update(systemPrincipal, change));
  }
  return documentId;
}

/** Adds a place with so many tags and items, and returns its documentId. */
export async function addLargePlace(
  { parts: { documents } }: AdminWorld,
  { tags, items }: { readonly tags: number; readonly items: number },
): Promise<string> {
  const create = async (type: Uid, data: Readonly<Record<string, unknown>>): Promise<string> => {
    const answer = { fields: ['documentId'] };
    const made = await documents.create(systemPrincipal, {
      kind: 'create',
      type,
      layer: 'published',
      data,
      answer,
    });
    return textOf(valueOf(made).answer.documents()[0]?.['documentId']);
  };
  const Tags: string[] = [];
  for (let at = 1; at <= tags; at += 1) Tags.push(await create(tag, { Label: `Tag ${at}` }));
  const Parts = Array.from({ length: items }, (_, at) => ({
    __component: 'parts.quote',
    Text: `Quote ${at + 1}`,
    Who: 'Kai',
  }));
  return create(place, { Name: 'Rich', Rating: 10, Tags, Parts });
}
