import { textOf } from '../../../domain/document/text-of.js';
import { failure } from '../../../domain/failure.js';
import { decideRead, mayWithAll, type Principal } from '../../../domain/permission/permission.js';
import { compare, equals } from '../../../domain/query/compare.js';
import type { Query } from '../../../domain/query/query.js';
import { err, ok, type Result } from '../../../domain/result.js';
import type { ContentType } from '../../../domain/schema/schema.js';
import type { AdminDependencies, Call, Reply } from './call.js';
import { homeEntries, soonMs } from './contract/limits.js';
import { Home, type EndingToken, type HomeEntry } from './contract/home.js';
import { areas } from './contract/areas.js';
import { fieldsOf, labelled } from './documents/labels.js';
import { localeIn } from './documents/readable-locales.js';
import { readStates } from './documents/states.js';
import { failuresFor } from './home-failures.js';
import { stepsFor } from './home-steps.js';
import { text } from './query.js';
import { waitingReleases } from './present-releases.js';
import { route, type Route } from './route.js';

async function showHome(dependencies: AdminDependencies, call: Call): Promise<Result<Reply<Home>>> {
  const { principal } = call;
  const asked = seenIn(call.asked);
  if (!asked.ok) return asked;
  const drafts = await draftsOf(dependencies, principal);
  if (!drafts.ok) return drafts;
  const seen = await seenOf(dependencies, principal, asked.value);
  if (!seen.ok) return seen;
  const waiting = await waitingReleases(dependencies, principal, homeEntries);
  if (!waiting.ok) return waiting;
  const steps = await stepsFor(dependencies, principal);
  if (!steps.ok) return steps;
  const failures = await failuresFor(dependencies, principal);
  if (!failures.ok) return failures;
  const tokens = endingTokens(dependencies, principal);
  const data: Home = {
    drafts: drafts.value,
    waiting: waiting.value,
    failures: failures.value,
    seen: seen.value,
    tokens,
    steps: steps.value,
  };
  return ok({ data });
}

/** The types of the app whose drafts the principal may read. */
export const readableTypes = (
  { schema }: Pick<AdminDependencies, 'schema'>,
  principal: Principal,
): readonly ContentType[] =>
  [...schema.contentTypes.values()].filter(
    (type) => type.exposed && decideRead(principal, type, 'draft') !== null,
  );

async function draftsOf(
  dependencies: AdminDependencies,
  principal: Principal,
): Promise<Result<readonly HomeEntry[]>> {
  const me = principal.user?.documentId ?? '';
  const all: HomeEntry[] = [];
  for (const type of readableTypes(dependencies, principal)) {
    if (!type.draftAndPublish) continue;
    for (const publication of ['never-published', 'modified'] as const) {
      const state = publication === 'modified' ? 'changed' : 'draft';
      const found = await entriesOf(dependencies, principal, type, {
        // Only a grant that names it shows who wrote a document; everybody may know what they wrote themselves.
        imposed: equals('updatedBy', me),
        publication,
      });
      if (!found.ok) return found;
      all.push(...found.value.map((entry) => ({ ...entry, state }) as const));
    }
  }
  return ok(all.toSorted(latestFirst).slice(0, homeEntries));
}

const latestFirst = (one: HomeEntry, other: HomeEntry): number =>
  (other.updatedAt ?? '').localeCompare(one.updatedAt ?? '');

type Found = Omit<HomeEntry, 'state'>;

async function entriesOf(
  { documents }: Pick<AdminDependencies, 'documents'>,
  principal: Principal,
  type: ContentType,
  asked: Partial<Query>,
): Promise<Result<readonly Found[]>> {
  const permission = decideRead(principal, type, 'draft');
  if (permission === null) return ok([]);
  const found = await documents.find(principal, {
    type: type.uid,
    action: 'find',
    range: { offset: 0, limit: homeEntries },
    count: false,
    layer: 'draft',
    fields: [...fieldsOf(type, permission.fields), 'updatedAt'],
    sort: [{ path: ['updatedAt'], direction: 'desc' }],
    ...(type.localized && { locale: '*' }),
    ...asked,
  });
  if (!found.ok) return found;
  return ok(found.value.answer.documents().map((row) => present(type, row)));
}

function present(type: ContentType, row: Readonly<Record<string, unknown>>): Found {
  const { documentId, locale, label } = labelled(type, row);
  const isSingle = type.kind === 'singleType';
  const updatedAt = typeof row['updatedAt'] === 'string' ? row['updatedAt'] : null;
  return {
    uid: type.uid,
    documentId: isSingle ? '-' : documentId,
    locale,
    label: isSingle ? type.displayName : label,
    updatedAt,
  };
}

interface Seen {
  readonly uid: string;
  readonly documentId: string;
  readonly locale: string | null;
}

/** Reads which entries the browser has opened. */
function seenIn({ seen = '' }: Call['asked']): Result<readonly Seen[]> {
  if (typeof seen !== 'string') return invalidSeen;
  const named = seen === '' ? [] : seen.split(',');
  const entries = named.map((one): Seen | null => {
    const [, uid = '', documentId = '', locale = null] =
      /^([\w:.-]+)\/([\w-]+)(?:\/([\w-]+))?$/.exec(one) ?? [];
    return uid === '' ? null : { uid, documentId, locale };
  });
  const known = entries.filter((one) => one !== null);
  return known.length === entries.length && known.length <= homeEntries ? ok(known) : invalidSeen;
}

const invalidSeen: Result<never> = err(failure('QUERY.INVALID', 'Invalid seen', { key: 'seen' }));

async function seenOf(
  dependencies: AdminDependencies,
  principal: Principal,
  seen: readonly Seen[],
): Promise<Result<readonly HomeEntry[]>> {
  const found = new Map<string, HomeEntry>();
  const keyOf = ({ uid, documentId, locale }: Seen): string => `${uid}/${documentId}/${locale ?? ''}`;
  for (const type of readableTypes(dependencies, principal)) {
    const ids = seen.filter(({ uid }) => uid === type.uid).map(({ documentId }) => documentId);
    if (ids.length === 0) continue;
    const entries = await withStates(dependencies, principal, type, ids);
    if (!entries.ok) return entries;
    for (const entry of entries.value) {
      found.set(keyOf(entry), entry);
      if (entry.locale === localeIn(dependencies, principal, type).locale)
        found.set(keyOf({ ...entry, locale: null }), entry);
    }
  }
  return ok(seen.map((one) => found.get(keyOf(one))).filter((one) => one !== undefined));
}

async function withStates(
  dependencies: AdminDependencies,
  principal: Principal,
  type: ContentType,
  ids: readonly string[],
): Promise<Result<readonly HomeEntry[]>> {
  const isSingle = type.kind === 'singleType';
  const found = await dependencies.documents.find(principal, {
    type: type.uid,
    action: 'find',
    // All the locales of each.
    range: { offset: 0, limit: null },
    count: false,
    layer: 'draft',
    fields: [...fieldsOf(type, decideRead(principal, type, 'draft')?.fields ?? null), 'updatedAt'],
    ...(!isSingle && { filters: compare('documentId', '$in', [...new Set(ids)]) }),
    ...(type.localized && { locale: '*' }),
  });
  if (!found.ok) return found;
  const rows = found.value.answer.documents();
  const states = await readStates(
    dependencies.documents,
    type,
    rows.map(({ documentId }) => textOf(documentId)),
  );
  if (!states.ok) return states;
  return ok(
    rows.map((row) => {
      const entry = present(type, row);
      return { ...entry, state: states.value(textOf(row['documentId']), entry.locale) };
    }),
  );
}

function endingTokens({ access }: AdminDependencies, principal: Principal): readonly EndingToken[] {
  if (!mayWithAll(principal, 'find', areas.tokens)) return [];
  return access
    .listTokens()
    .flatMap(({ name, expiresAt, expired }) => (expiresAt === null ? [] : [{ name, expiresAt, expired }]))
    .filter(({ expiresAt }) => Math.abs(Date.parse(expiresAt) - Date.now()) < soonMs)
    .toSorted((one, other) => one.expiresAt.localeCompare(other.expiresAt))
    .slice(0, homeEntries);
}

export const homeRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: 'home',
    summary: 'Read all that the first screen shows',
    needs: null,
    query: [
      text(
        'seen',
        `At most ${homeEntries} entries that the browser has opened before, joined by commas, each as \`uid/documentId\` or \`uid/documentId/locale\`.`,
      ),
    ],
    gives: Home,
    run: showHome,
  }),
];
