import type { Answer, Documents } from '../../application/documents/documents.js';
import type { Document } from '../../application/ports/document-store.js';
import { systemPrincipal } from '../../domain/permission/permission.js';
import type { Layer } from '../../domain/query/query.js';
import type { Transition } from '../../domain/query/mutation.js';
import type { Result } from '../../domain/result.js';
import type { ContentType } from '../../domain/schema/schema.js';
import type { Ask, TransitionParams } from './document-params.js';
import { readAddress, readAnswer, readDocumentId, readLocales } from './read-document-params.js';
import { affected, onlyOne, orNull, type Affected } from './written.js';

/** Each in the default locale, in those that `locale` names one after the other, or with `*` in all that there are. */
export interface TransitionService {
  /** The drafts go live; answers the published versions. */
  publish(params?: TransitionParams): Promise<Affected>;
  /** Takes the published versions away; answers the drafts. */
  unpublish(params?: TransitionParams): Promise<Affected>;
  /** The drafts go back to what is published; answers them. */
  discardDraft(params?: TransitionParams): Promise<Affected>;
}

type Run = (mutation: Omit<Transition, 'kind'>) => Promise<Result<Answer>>;

export function createTransitionService(
  documents: Documents,
  type: ContentType,
  ask: Ask,
): TransitionService {
  /** `from`: the layer of the versions that `*` is about. */
  const move = (run: Run, from: Layer) => async (params?: TransitionParams) => {
    const mutation = { ...readAddress(type, params), answer: readAnswer(type, params) };
    const entries: Document[] = [];
    for (const locale of await localesAsked(type, params, ask, from)) {
      const moved = orNull(await run(locale === undefined ? mutation : { ...mutation, locale }));
      if (moved !== null) entries.push(onlyOne(moved));
    }
    return affected(mutation.documentId, entries);
  };
  return {
    publish: move((asked) => documents.publish(systemPrincipal, { ...asked, kind: 'publish' }), 'draft'),
    unpublish: move(
      (asked) => documents.unpublish(systemPrincipal, { ...asked, kind: 'unpublish' }),
      'published',
    ),
    discardDraft: move(
      (asked) => documents.discardDraft(systemPrincipal, { ...asked, kind: 'discardDraft' }),
      'published',
    ),
  };
}

/** Undefined stands for the default locale. */
async function localesAsked(
  type: ContentType,
  params: unknown,
  ask: Ask,
  status: Layer,
): Promise<readonly (string | undefined)[]> {
  const asked = readLocales(type, params);
  if (asked !== '*') return typeof asked === 'string' || asked === undefined ? [asked] : [...new Set(asked)];
  if (!type.localized) return [undefined];
  const which = { locale: '*', status, fields: ['locale'] };
  const versions = await ask(which, { offset: 0, limit: null }, readDocumentId(type, params));
  return versions.map(({ locale }) => locale as string);
}
