import type {
  LiveEvent,
  LiveInterest,
  LiveReceiver,
} from '../../../../application/live-changes/live-changes.js';
import { textOf } from '../../../../domain/document/text-of.js';
import { failure, notFound } from '../../../../domain/failure.js';
import { decideRead, type Principal } from '../../../../domain/permission/permission.js';
import { equals } from '../../../../domain/query/compare.js';
import type { Query } from '../../../../domain/query/query.js';
import { err, ok, type Result } from '../../../../domain/result.js';
import type { ContentType, Json } from '../../../../domain/schema/schema.js';
import { streamChanges, type EventStream } from '../../codec/event-stream.js';
import type { AdminDependencies, Call, Reply } from '../call.js';
import type { EntryEvents } from '../contract/documents.js';
import { judgeAgain } from '../guard.js';
import { addressIn, type Address } from './entry.js';
import { readable } from './readable.js';

/**
 * A browser comes again after each end. Somebody whose browser has gone without a word is so forgotten within this time and the
 * moment for which a visit outlasts its stream.
 */
const streamMs = 20_000;
const retryMs = 300;

/**
 * Tells about one open entry, and that the administrator is there. 204, which ends an `EventSource`, where live changes are
 * turned off.
 */
export async function streamEntry(
  dependencies: AdminDependencies,
  call: Call,
): Promise<Result<Reply<undefined>>> {
  const address = addressIn(dependencies.schema, call);
  if (!address.ok) return address;
  const fields = new Set(readable(call.principal, address.value.type)?.map(({ name }) => name));
  const field = fieldIn(call, fields);
  if (!field.ok) return field;
  const { liveChanges, documents } = dependencies;
  if (liveChanges === null || call.req.method === 'HEAD') return ok({});
  const query = queryOf(call.principal, address.value);
  const found = await documents.find(call.principal, query);
  if (!found.ok) return found;
  const row = found.value.answer.documents()[0];
  if (row === undefined) return err(notFound);
  const documentId = textOf(row['documentId']);
  const one = { ...query, filters: equals('documentId', documentId) };
  const place = [query.type, documentId, textOf(row['locale'])].join(' ');
  const interests = interestsIn(dependencies, call, one);
  const after = call.req.headers['last-event-id'];
  const request = { interests, after: typeof after === 'string' ? after : undefined };
  const streamed = await streamChanges(liveChanges, call.res, request, (stream) =>
    receive(dependencies, call, { place, query: one, row, fields, field: field.value }, stream),
  );
  return streamed.ok ? ok({ isSent: true }) : streamed;
}

/** The attribute that the administrator is in, which has to be one that they may read. */
function fieldIn({ asked: { field } }: Call, fields: ReadonlySet<string>): Result<string | null> {
  if (field === undefined) return ok(null);
  return typeof field === 'string' && fields.has(field)
    ? ok(field)
    : err(failure('QUERY.INVALID', 'field names one attribute that you may read', { key: 'field' }));
}

/** Who wrote it last is told to those who may read all attributes. */
function queryOf(principal: Principal, { type, documentId, locale, layer }: Address): Query {
  const isTold = decideRead(principal, type, layer)?.fields === null;
  return {
    type: type.uid,
    action: 'find',
    fields: ['updatedAt', ...(type.localized ? ['locale'] : []), ...(isTold ? ['updatedBy'] : [])],
    range: { offset: 0, limit: 1 },
    count: false,
    layer: type.draftAndPublish ? layer : 'published',
    ...(locale !== undefined && { locale }),
    ...(documentId !== undefined && { filters: equals('documentId', documentId) }),
  };
}

/** The version that is open and, where that is a draft, what is published of it. */
function interestsIn(dependencies: AdminDependencies, call: Call, query: Query): readonly LiveInterest[] {
  const { schema } = dependencies;
  const { me, principal } = call;
  const judge = judgeAgain(dependencies, call);
  const credential = `administrator ${me.session}`;
  const type = schema.contentTypes.get(query.type) as ContentType;
  const seesPublished = query.layer === 'draft' && decideRead(principal, type, 'published') !== null;
  const published: Query = { ...query, layer: 'published', fields: ['publishedAt'] };
  return [query, ...(seesPublished ? [published] : [])].map((one) => ({ query: one, credential, judge }));
}

type Row = Readonly<Record<string, Json>>;

interface Opened {
  /** The entry and its locale, for the presence in it. */
  readonly place: string;
  readonly query: Query;
  readonly row: Row;
  /** The attributes that the administrator may read. */
  readonly fields: ReadonlySet<string>;
  /** The one that they are in. */
  readonly field: string | null;
}

/** Sends events, and keeps the administrator present until the stream ends. */
function receive(
  { presence, documents }: AdminDependencies,
  { res, me, principal }: Call,
  { place, query, row, fields, field }: Opened,
  stream: EventStream,
): LiveReceiver {
  const tell: Tell = (event, data, position) => {
    const id = position === undefined ? '' : `id: ${position}\n`;
    return stream.write(`${id}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  };
  stream.write(`retry: ${retryMs}\n\n`);
  tell('version', versionIn(row));
  const { documentId, name } = me.administrator;
  let told = '';
  const leave = presence.enter(place, { documentId, name, field }, (others) => {
    const people = others.map((one) => (fields.has(one.field ?? '') ? one : { ...one, field: null }));
    const text = JSON.stringify(people);
    // Moves between fields that may not be read change nothing here.
    if (text !== told) tell('people', people);
    told = text;
  });
  const timer = setTimeout(() => stream.end(), streamMs).unref();
  const end = (): void => {
    clearTimeout(timer);
    leave();
  };
  // The browser may have left while the stream was opened.
  if (res.destroyed) end();
  else res.once('close', end);
  const left = async (): Promise<void> => {
    const found = await documents.find(principal, query);
    if (found.ok && found.value.answer.size > 0) return void tell('publication', { action: 'unpublish' });
    tell('gone', null);
    stream.end();
  };
  return {
    hasRoom: () => stream.hasRoom(),
    send: (event) => sendEvent(event, tell, () => void left()),
    beat: (position) => stream.write(`id: ${position}\n\n`),
    end(reason) {
      if (reason !== null) tell('gone', null);
      stream.end();
    },
  };
}

const versionIn = (row: Row): EntryEvents['version'] => ({
  revision: textOf(row['updatedAt']),
  by: typeof row['updatedBy'] === 'string' ? row['updatedBy'] : null,
});

type Tell = <K extends keyof EntryEvents>(event: K, data: EntryEvents[K], position?: string) => boolean;

/** A version that is published is read without its revision. */
function sendEvent(event: LiveEvent, tell: Tell, left: () => void): boolean {
  switch (event.kind) {
    case 'change': {
      const { document, position } = event;
      if ('updatedAt' in document) return tell('version', versionIn(document), position);
      return tell('publication', { action: 'publish' }, position);
    }
    case 'leave':
      left();
      return true;
    case 'reset':
      return true;
  }
}
