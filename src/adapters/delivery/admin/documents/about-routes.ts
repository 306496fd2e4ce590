import { ActionBody, DraftDifference, PreviewLink, Translations, Written } from '../contract/documents.js';
import { PageMeta } from '../contract/failures.js';
import { RestoreBody, Version, VersionChange, VersionEntry } from '../contract/history.js';
import { LinkedLabel, LinkPageMeta, Uses } from '../contract/links.js';
import { listOf } from '../contract/wire.js';
import { locale, ofVersion, countedPages, pages, ranges, search, text } from '../query.js';
import { ofType, route, type Route } from '../route.js';
import { showDraftDifference } from './draft-difference.js';
import { streamEntry } from './entry-events.js';
import { listHistory, restoreEntry, showChange, showVersion } from './history.js';
import { listCandidates, listLinks } from './links.js';
import { makePreview } from './preview.js';
import { listTranslations } from './translations.js';
import { listUses } from './uses.js';

/** What is around an entry: its history, its links, its locales, who is there. */
export const aboutEntryRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: 'documents/:uid/:id/events',
    summary: 'Hear what happens to an open entry, and who is there',
    about:
      'Server-Sent Events: `people` has who else is there, and in which attribute as far as it may be read; `version` the revision, at once and after each write; `publication` that it was published or unpublished; `gone` that it cannot be read any more. 204 where live changes are turned off.',
    needs: ofType('findOne'),
    query: [...ofVersion, text('field', 'The attribute that the administrator is in.')],
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
    path: 'documents/:uid/:id/change',
    summary: 'Say what a write changed, as long as the history keeps it',
    about: '`at` is the time of its entry in the trail. Writes of one sitting are told together.',
    needs: ofType('history'),
    query: [...ofVersion, { ...text('at', 'When it was written.'), isRequired: true }],
    gives: VersionChange,
    run: showChange,
  }),
  route({
    method: 'GET',
    path: 'documents/:uid/:id/history/:entry',
    summary: 'Read an earlier version, as it differs from the draft or from another one',
    needs: ofType('history'),
    query: [...ofVersion, text('with', 'The entry of the history to compare it with; the draft without it.')],
    gives: Version,
    run: showVersion,
  }),
  route({
    method: 'POST',
    path: 'documents/:uid/:id/history/:entry/restore',
    summary: 'Give the draft what an earlier version had',
    about: '201 if the entry was gone. With `names`, of these attributes alone.',
    needs: ofType('history'),
    takes: RestoreBody,
    gives: Written,
    also: [201],
    run: restoreEntry,
  }),
  route({
    method: 'GET',
    path: 'documents/:uid/:id/links/:attribute',
    summary: 'List the targets of a relation of an entry, in its order',
    needs: ofType('findOne'),
    query: [...ofVersion, search, countedPages],
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
    query: [
      text(
        'source',
        'The locale that the others are compared with. Without it: the first of `readableLocales` in `GET start`.',
      ),
    ],
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
