import type { Answer, Documents } from '../../application/documents/documents.js';
import type { Document } from '../../application/ports/document-store.js';
import { planTransition } from '../../application/releases/plan-transition.js';
import type { ReleaseService } from '../../application/releases/release-service.js';
import { failure } from '../../domain/failure.js';
import { codePrincipal, systemPrincipal } from '../../domain/permission/permission.js';
import type { Transition } from '../../domain/query/mutation.js';
import type { Layer } from '../../domain/query/query.js';
import type { Result } from '../../domain/result.js';
import type { ContentType } from '../../domain/schema/schema.js';
import { expectedLater, expectedOfOne } from '../delivery/codec/decode-expected.js';
import { presentRelease } from '../delivery/codec/present-release.js';
import { AppError, valueOf } from './app-error.js';
import { readAt, type ShownRelease } from './create-app-releases.js';
import {
  readAddress,
  readAnswer,
  readDocumentId,
  readExpected,
  readLocales,
} from './read-document-params.js';
import type { DeleteParams, Find } from './service-params.js';
import { affected, onlyOne, orNull, type Affected } from './answered.js';

/** Each applies to the default locale, to those in `locale` one after another, or to all with `*`. */
export interface TransitionService {
  /** Publishes the drafts. Returns the published versions. With `at` it is planned: see `release`. */
  publish(params?: PlannedParams): Promise<PlannedOrAffected>;
  /** Removes the published versions. Returns the drafts. With `at` it is planned: see `release`. */
  unpublish(params?: PlannedParams): Promise<PlannedOrAffected>;
  /** Reverts the drafts to the published versions. Returns them. */
  discardDraft(params?: DeleteParams): Promise<Affected>;
}

/** `at` is ISO 8601 with a zone; null: now. */
type PlannedParams = DeleteParams & { readonly at?: string | Date | null };

/** `release` is what has been planned: nothing has happened then, and there are no entries. */
export interface PlannedOrAffected extends Affected {
  readonly release?: ShownRelease;
}

interface Moving {
  readonly documents: Documents;
  readonly releases?: ReleaseService;
  readonly type: ContentType;
  readonly find: Find;
}

type Run = (mutation: Omit<Transition, 'kind'>) => Promise<Result<Answer>>;

export function createTransitionService(moving: Moving): TransitionService {
  const { documents, type, find } = moving;
  /** `from` is the layer whose versions `*` stands for. */
  const move = (run: Run, from: Layer) => async (params?: DeleteParams) => {
    const expected = readExpected(params);
    const mutation = { ...readAddress(type, params), ...expected, answer: readAnswer(type, params) };
    const named = readLocales(type, params);
    if (expected.expected !== undefined && (named === '*' || Array.isArray(named)))
      throw new AppError(expectedOfOne);
    const entries: Document[] = [];
    for (const locale of await namedLocales(type, params, find, from)) {
      const moved = orNull(await run(locale === undefined ? mutation : { ...mutation, locale }));
      if (moved !== null) entries.push(onlyOne(moved));
    }
    return affected(mutation.documentId, entries);
  };
  const discard = move(
    (named) => documents.discardDraft(codePrincipal, { ...named, kind: 'discardDraft' }),
    'published',
  );
  const planned =
    (kind: 'publish' | 'unpublish', now: (params?: DeleteParams) => Promise<Affected>) =>
    (params?: PlannedParams): Promise<PlannedOrAffected> =>
      (params?.at ?? null) === null ? now(params) : plan(moving, kind, params ?? {});
  return {
    publish: planned(
      'publish',
      move((named) => documents.publish(codePrincipal, { ...named, kind: 'publish' }), 'draft'),
    ),
    unpublish: planned(
      'unpublish',
      move((named) => documents.unpublish(codePrincipal, { ...named, kind: 'unpublish' }), 'published'),
    ),
    discardDraft: async (params: PlannedParams | undefined) => {
      if ((params?.at ?? null) !== null) throw unplanned('discardDraft');
      return discard(params);
    },
  };
}

const unplanned = (kind: string): AppError =>
  new AppError(failure('QUERY.INVALID', `${kind} cannot be planned here: leave "at" out`, { key: 'at' }));

async function plan(
  { releases, type }: Moving,
  kind: 'publish' | 'unpublish',
  { at: given, ...params }: PlannedParams,
): Promise<PlannedOrAffected> {
  if (releases === undefined) throw unplanned(kind);
  if (readExpected(params).expected !== undefined) throw new AppError(expectedLater);
  const locale = readLocales(type, params);
  if (locale === '*' || Array.isArray(locale))
    throw new AppError(failure('QUERY.INVALID', 'What is planned has one locale', { key: 'locale' }));
  const address = readAddress(type, params);
  const named = { kind, ...address, ...(typeof locale === 'string' && { locale }) };
  const at = readAt(given);
  const release = presentRelease(valueOf(await planTransition(releases, systemPrincipal, named, { at })));
  return { ...affected(address.documentId, []), release };
}

/** Undefined stands for the default locale. */
async function namedLocales(
  type: ContentType,
  params: unknown,
  find: Find,
  status: Layer,
): Promise<readonly (string | undefined)[]> {
  const named = readLocales(type, params);
  if (named !== '*') return typeof named === 'string' || named === undefined ? [named] : [...new Set(named)];
  if (!type.localized) return [undefined];
  const which = { locale: '*', status, fields: ['locale'] };
  const versions = await find(which, { offset: 0, limit: null }, readDocumentId(type, params));
  return versions.map(({ locale }) => locale as string);
}
