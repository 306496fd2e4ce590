import { aboutEntryRoutes } from './about-routes.js';
import { ActionBody, DocumentRow, Entry, PublishCheck, WriteBody, Written } from '../contract/documents.js';
import { PageMeta } from '../contract/failures.js';
import { DeletedEntries } from '../contract/history.js';
import { mostExported } from '../contract/limits.js';
import { BulkAnswer, BulkBody, BulkJob, BulkJobBody, ExportBody } from '../contract/lists.js';
import { listOf } from '../contract/wire.js';
import { locale, ofEntries, ofMatch, ofVersion, oneText, sort, text } from '../query.js';
import { ofType, route, type Route } from '../route.js';
import { changeMany, startJob } from './bulk.js';
import { listDeleted } from './deleted.js';
import { showEntry } from './entry.js';
import { exportRows } from './export.js';
import { listDocuments } from './list.js';
import { checkAllLocales, publishAllLocales } from './publish-locales.js';
import { createDocument, duplicateDocument, moveDocument, removeDocument, updateDocument } from './write.js';

const columns = text(
  'columns',
  'Attributes, separated by commas, also of related entries: `Name,author.name`. Without it, all own attributes that lists can show.',
);

const once = 'With `Idempotency-Key`, a request that is sent again makes nothing more for a day.';

const listRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: 'documents/:uid',
    summary: 'List entries of a content-type',
    needs: ofType('find'),
    query: [...ofEntries, columns],
    gives: listOf(DocumentRow),
    meta: PageMeta,
    run: listDocuments,
  }),
  route({
    method: 'GET',
    path: 'documents/:uid/deleted',
    summary: 'List deleted entries, the latest first',
    about:
      'Those that the history keeps and that are not there again, in each locale. Needs a grant to read drafts without filters too. `POST documents/:uid/:id/history/:entry/restore` restores one.',
    needs: ofType('history'),
    query: [text('page', 'From 1 on.')],
    gives: DeletedEntries,
    run: listDeleted,
  }),
  route({
    method: 'POST',
    path: 'documents/:uid',
    summary: 'Make an entry, as a draft',
    about: once,
    needs: ofType('create'),
    takes: WriteBody,
    gives: Written,
    status: 201,
    also: [422],
    run: createDocument,
  }),
  route({
    method: 'POST',
    path: 'documents/:uid/bulk',
    summary: 'Change a few entries at once, each by itself',
    about: 'Needs the grant of its action. An entry that is refused keeps none of the others.',
    needs: ofType('find'),
    query: [locale],
    takes: BulkBody,
    gives: BulkAnswer,
    run: changeMany,
  }),
  route({
    method: 'POST',
    path: 'documents/:uid/bulk-jobs',
    summary: 'Begin to change many entries of a list, each by itself',
    about:
      'Needs the grant of its action. With `ids`, these; with `all`, what matches the query. It goes on without the page, with the grants that the administrator has then: `bulk-jobs/:id` says how far it is.',
    needs: ofType('find'),
    query: ofMatch,
    takes: BulkJobBody,
    gives: BulkJob,
    status: 201,
    run: startJob,
  }),
  route({
    method: 'POST',
    path: 'documents/:uid/export',
    summary: 'Get entries of a list as a file',
    about: `At most ${mostExported}, in the order of the list. It is in the trail.`,
    needs: ofType('find'),
    query: [sort, ...ofMatch],
    takes: ExportBody,
    answers: 'rows',
    run: exportRows,
  }),
];

const entryRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: 'documents/:uid/:id',
    summary: 'Read one version of an entry with all that a page about it needs',
    needs: ofType('findOne'),
    query: [...ofVersion, oneText('author', 'Whether to say who wrote it last.', ['true', 'false'])],
    gives: Entry,
    run: showEntry,
  }),
  route({
    method: 'PATCH',
    path: 'documents/:uid/:id',
    summary: 'Change the draft of an entry',
    about: 'With `revision`, 412 if the draft has another one by now: read it again.',
    needs: ofType('update'),
    takes: WriteBody,
    gives: Written,
    also: [412],
    run: updateDocument,
  }),
  route({
    method: 'DELETE',
    path: 'documents/:uid/:id',
    summary: 'Remove one locale of an entry, or without `locale` all of it',
    needs: ofType('delete'),
    query: [{ ...locale, about: 'The code of the locale to remove.' }],
    run: removeDocument,
  }),
  route({
    method: 'POST',
    path: 'documents/:uid/:id/publish',
    summary: 'Publish the draft',
    needs: ofType('publish'),
    takes: ActionBody,
    gives: Written,
    run: moveDocument('publish'),
  }),
  route({
    method: 'GET',
    path: 'documents/:uid/:id/publish-locales',
    summary: 'Say what publishing all locales together would do',
    needs: ofType('publish'),
    gives: PublishCheck,
    run: checkAllLocales,
  }),
  route({
    method: 'POST',
    path: 'documents/:uid/:id/publish-locales',
    summary: 'Publish all locales together, or none',
    about: 'Answers the draft of `locale`.',
    needs: ofType('publish'),
    takes: ActionBody,
    gives: Written,
    run: publishAllLocales,
  }),
  route({
    method: 'POST',
    path: 'documents/:uid/:id/unpublish',
    summary: 'Remove the published version',
    needs: ofType('unpublish'),
    takes: ActionBody,
    gives: Written,
    run: moveDocument('unpublish'),
  }),
  route({
    method: 'POST',
    path: 'documents/:uid/:id/discard',
    summary: 'Give the draft what is published',
    needs: ofType('discardDraft'),
    takes: ActionBody,
    gives: Written,
    run: moveDocument('discardDraft'),
  }),
  route({
    method: 'POST',
    path: 'documents/:uid/:id/duplicate',
    summary: 'Make a draft with the same content',
    about: `As far as the administrator may read and write it; without unique values. ${once}`,
    needs: ofType('create'),
    takes: ActionBody,
    gives: Written,
    status: 201,
    also: [422],
    run: duplicateDocument,
  }),
];

/** Content. */
export const documentRoutes: readonly Route[] = [...listRoutes, ...entryRoutes, ...aboutEntryRoutes];
