import {
  ActionBody,
  DocumentRow,
  DraftDifference,
  Entry,
  PreviewLink,
  PublishCheck,
  Translations,
  WriteBody,
  Written,
} from '../contract/documents.js';
import { PageMeta } from '../contract/failures.js';
import { Version, VersionEntry } from '../contract/history.js';
import { LinkedLabel, LinkPageMeta, Uses } from '../contract/links.js';
import { BulkAnswer, BulkBody } from '../contract/lists.js';
import { listOf } from '../contract/wire.js';
import { locale, ofEntries, ofVersion, pages, ranges, search, text } from '../query.js';
import { ofType, route, type Route } from '../route.js';
import { changeMany } from './bulk.js';
import { showDraftDifference } from './draft-difference.js';
import { streamEntry } from './entry-events.js';
import { showEntry } from './entry.js';
import { listHistory, restoreEntry, showVersion } from './history.js';
import { listCandidates, listLinks } from './links.js';
import { listDocuments } from './list.js';
import { makePreview } from './preview.js';
import { checkAllLocales, publishAllLocales } from './publish-locales.js';
import { listTranslations } from './translations.js';
import { listUses } from './uses.js';
import { createDocument, duplicateDocument, moveDocument, removeDocument, updateDocument } from './write.js';

const columns = text(
  'columns',
  'Attributes, separated by commas, also of related entries: `Name,author.name`. Without it, all own attributes that lists can show.',
);

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
    method: 'POST',
    path: 'documents/:uid',
    summary: 'Make an entry, as a draft',
    needs: ofType('create'),
    takes: WriteBody,
    gives: Written,
    status: 201,
    run: createDocument,
  }),
  route({
    method: 'POST',
    path: 'documents/:uid/bulk',
    summary: 'Change many entries of a list, each by itself',
    about:
      'Needs the grant of its action. With `ids`, these; with `all`, what matches the query, from `pagination[after]` on. An entry that is refused keeps none of the others.',
    needs: ofType('find'),
    query: ofEntries,
    takes: BulkBody,
    gives: BulkAnswer,
    run: changeMany,
  }),
];

const entryRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: 'documents/:uid/:id',
    summary: 'Read one version of an entry with all that a page about it needs',
    needs: ofType('findOne'),
    query: ofVersion,
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
    about: 'As far as the administrator may read and write it; without unique values.',
    needs: ofType('create'),
    takes: ActionBody,
    gives: Written,
    status: 201,
    run: duplicateDocument,
  }),
];

const aboutEntryRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: 'documents/:uid/:id/events',
    summary: 'Hear what happens to an open entry, and who is there',
    about:
      'Server-Sent Events: `people` has who else is there; `version` the revision, at once and after each write; `publication` that it was published or unpublished; `gone` that it cannot be read any more. 204 where live changes are turned off.',
    needs: ofType('findOne'),
    query: ofVersion,
    answers: 'events',
    also: [429],
    isPassive: true,
    run: streamEntry,
  }),
  route({
    method: 'POST',
    path: 'documents/:uid/:id/preview',
    summary: 'Make a link to the draft on the site',
    needs: ofType('findOne'),
    takes: ActionBody,
    gives: PreviewLink,
    status: 201,
    run: makePreview,
  }),
  route({
    method: 'GET',
    path: 'documents/:uid/:id/diff',
    summary: 'Say what publishing the draft would change',
    needs: ofType('findOne'),
    query: ofVersion,
    gives: DraftDifference,
    run: showDraftDifference,
  }),
  route({
    method: 'GET',
    path: 'documents/:uid/:id/history',
    summary: 'List earlier versions, the latest first',
    needs: ofType('history'),
    query: [...ofVersion, ranges],
    gives: listOf(VersionEntry),
    meta: PageMeta,
    run: listHistory,
  }),
  route({
    method: 'GET',
    path: 'documents/:uid/:id/history/:entry',
    summary: 'Read an earlier version, as it differs from the draft',
    needs: ofType('history'),
    query: ofVersion,
    gives: Version,
    run: showVersion,
  }),
  route({
    method: 'POST',
    path: 'documents/:uid/:id/history/:entry/restore',
    summary: 'Give the draft what an earlier version had',
    about: '201 if the entry was gone.',
    needs: ofType('history'),
    takes: ActionBody,
    gives: Written,
    also: [201],
    run: restoreEntry,
  }),
  route({
    method: 'GET',
    path: 'documents/:uid/:id/links/:attribute',
    summary: 'List the targets of a relation of an entry, in its order',
    needs: ofType('findOne'),
    query: [...ofVersion, pages],
    gives: listOf(LinkedLabel),
    meta: LinkPageMeta,
    run: listLinks,
  }),
  route({
    method: 'GET',
    path: 'documents/:uid/:id/used-by',
    summary: 'List the entries that link to an entry',
    needs: ofType('findOne'),
    query: ofVersion,
    gives: Uses,
    run: listUses,
  }),
  route({
    method: 'GET',
    path: 'documents/:uid/:id/locales',
    summary: 'List the versions of an entry in all locales, and what is outdated in each',
    needs: ofType('find'),
    query: [text('source', 'The locale that the others are compared with; the default locale without it.')],
    gives: Translations,
    run: listTranslations,
  }),
  route({
    method: 'GET',
    path: 'candidates/:uid/:attribute',
    summary: 'List the documents that a relation may link to',
    needs: ofType('find'),
    query: [
      text('component', 'The attribute is one of this component, which is somewhere in the content-type.'),
      search,
      locale,
      pages,
    ],
    gives: listOf(LinkedLabel),
    meta: LinkPageMeta,
    run: listCandidates,
  }),
];

/** Content. */
export const documentRoutes: readonly Route[] = [...listRoutes, ...entryRoutes, ...aboutEntryRoutes];
