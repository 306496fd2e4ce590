import { expect } from 'chai';
import { changedSince } from '../../../../src/application/change-log/changed-since.js';
import type { LoggedChange } from '../../../../src/application/ports/change-log.js';
import { ok } from '../../../../src/domain/result.js';
import { contentTypeOf } from '../../../../src/domain/schema/schema.js';
import { contentType, schemaFrom } from '../../../schema-builders.js';

const uid = 'api::note.note';
const localized = (is: boolean) => ({ pluginOptions: { i18n: { localized: is } } });
const attributes = {
  title: { type: 'string', ...localized(true) },
  tone: { type: 'string', ...localized(false) },
};
const schema = schemaFrom({
  contentTypes: [
    contentType('note', 'notes', attributes, { ...localized(true), options: { draftAndPublish: true } }),
  ],
});
const version = { type: contentTypeOf(schema, uid), documentId: 'a', locale: 'en', layer: 'draft' } as const;

const time = (ms: number): string => new Date(Date.UTC(2026, 0, 1) + ms).toISOString();

/** A log of updates, whose first position is after `start`. */
function logOf(changes: readonly Partial<LoggedChange>[], start = 0) {
  const entries = changes.map((change, index): LoggedChange => ({
    action: 'update',
    type: uid,
    documentId: 'a',
    locale: 'en',
    layers: ['draft'],
    names: ['title'],
    at: time(0),
    actor: { kind: 'system', name: 'system', documentId: null },
    transaction: String(index),
    position: start + index + 1,
    ...change,
  }));
  return {
    start: async () => ok(start),
    end: async () => ok(start + entries.length),
    read: async (after: number, limit: number) =>
      ok(entries.filter(({ position }) => position > after).slice(0, limit)),
  };
}

const namesSince = async (log: ReturnType<typeof logOf>, ms: number) => {
  const names = await changedSince(log, version, time(ms));
  return names && [...names].sort();
};

describe('what has changed since a version was read', () => {
  it('is what later writes of it name, also within the same millisecond', async () => {
    const log = logOf([{ names: ['title'] }, { names: ['tone'] }, { at: time(9), names: [] }]);
    expect(await namesSince(log, 0)).to.deep.equal(['tone']);
    expect(await namesSince(log, 1)).to.deep.equal([]);
  });

  it('leaves out other documents, layers and locales, but not what locales share', async () => {
    const log = logOf([
      { at: time(-1) },
      { at: time(5), documentId: 'b' },
      { at: time(5), layers: ['published'] },
      { at: time(5), locale: 'fr', names: ['title', 'tone'] },
    ]);
    expect(await namesSince(log, 0)).to.deep.equal(['tone']);
  });

  it('is unknown if the log begins later, or too much was written since', async () => {
    expect(await namesSince(logOf([{ at: time(5) }], 7), 0)).to.equal(null);
    const others = Array.from({ length: 6_000 }, () => ({ at: time(5), documentId: 'b' }));
    expect(await namesSince(logOf(others), 0)).to.equal(null);
    expect(await namesSince(logOf([...others.slice(0, 3_000), { at: time(6) }]), 0)).to.deep.equal(['title']);
  });
});
