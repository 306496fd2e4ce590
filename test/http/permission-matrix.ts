import * as fc from 'fast-check';
import {
  actions,
  decide,
  type Action,
  type Permission,
  type Principal,
} from '../../src/domain/permission/permission.js';
import type { Layer } from '../../src/domain/query/query.js';
import type { SchemaSources } from '../../src/domain/schema/schema-source.js';
import { component, contentType, drafts, relation } from '../schema-builders.js';

/** Notes of writers about topics. The matrix reads notes in every way, and what they lead to. */

export const note = 'api::note.note';
export const writer = 'api::writer.writer';
export const topic = 'api::topic.topic';
export const file = 'plugin::upload.file';

export const matrixSources: SchemaSources = {
  contentTypes: [
    contentType(
      'note',
      'notes',
      {
        text: { type: 'string' },
        score: { type: 'integer' },
        key: { type: 'password' },
        hidden: { type: 'string', private: true },
        writer: relation('manyToOne', writer, { inversedBy: 'notes' }),
        topics: relation('manyToMany', topic, { inversedBy: 'notes' }),
        seo: { type: 'component', component: 'shared.seo' },
        cover: { type: 'media', multiple: false },
      },
      drafts,
    ),
    contentType('writer', 'writers', {
      name: { type: 'string' },
      mail: { type: 'email', private: true },
      notes: relation('oneToMany', note, { mappedBy: 'writer' }),
    }),
    contentType('topic', 'topics', {
      name: { type: 'string' },
      notes: relation('manyToMany', note, { mappedBy: 'topics' }),
    }),
  ],
  components: [
    component('shared.seo', {
      title: { type: 'string' },
      about: relation('oneToOne', topic),
      images: { type: 'media', multiple: true },
    }),
  ],
};

const attributesOf: Readonly<Record<string, readonly string[]>> = {
  [note]: ['text', 'score', 'writer', 'topics', 'seo', 'cover'],
  [writer]: ['name', 'notes'],
  [topic]: ['name', 'notes'],
  [file]: ['name', 'url', 'width'],
};

const arbitraryGrants = (uid: string) =>
  fc
    .array(fc.tuple(fc.constantFrom(...actions), fc.option(fc.subarray([...(attributesOf[uid] ?? [])]))), {
      maxLength: 10,
    })
    .map(
      (granted) =>
        [
          uid,
          new Map(
            granted.map(([action, fields]): [Action, Permission] => [
              action,
              { fields: fields === null ? null : new Set(fields), filter: null },
            ]),
          ),
        ] as const,
    );

const everyGrant = (uid: string) =>
  [
    uid,
    new Map(actions.map((action): [Action, Permission] => [action, { fields: null, filter: null }])),
  ] as const;

const types = [note, writer, topic, file];

/** Grants of some actions of some content-types, some of them for some attributes only; now and then of all. */
export const arbitraryPrincipal: fc.Arbitrary<Principal> = fc
  .oneof(
    { weight: 9, arbitrary: fc.tuple(...types.map(arbitraryGrants)) },
    { weight: 1, arbitrary: fc.constant(types.map(everyGrant)) },
  )
  .map((listed) => ({ kind: 'token', name: 'token', grants: { kind: 'listed', listed: new Map(listed) } }));

/** The record of a file, beside its name. */
export const fileData = { hash: 'h', mime: 'text/plain', size: 1, url: '/uploads/u', provider: 'local' };

/** The expectations of the matrix, computed from the policy only. */
export interface Expected {
  may(action: Action, uid?: string): boolean;
  /** Whether `action` on notes reaches an attribute. */
  reaches(action: Action, name: string): boolean;
  /** Whether documents of a type may be found behind a relation. */
  follows(uid: string, layer: Layer): boolean;
  /** Whether a related document shows an attribute. */
  shows(uid: string, name: string, layer: Layer): boolean;
}

/** Returns the action by which a relation finds its target. Only notes have drafts. */
export const foundBy = (uid: string, layer: Layer): Action =>
  uid === note && layer === 'draft' ? 'findDrafts' : 'find';

export const expectedOf = (principal: Principal): Expected => ({
  may: (action, uid = note) => decide(principal, action, uid) !== null,
  reaches: (action, name) => isAbout(decide(principal, action, note), name),
  follows: (uid, layer) => decide(principal, foundBy(uid, layer), uid) !== null,
  shows: (uid, name, layer) => isAbout(decide(principal, foundBy(uid, layer), uid), name),
});

const isAbout = (permission: Permission | null, name: string): boolean =>
  permission !== null && (permission.fields === null || permission.fields.has(name));
