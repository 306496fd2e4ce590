import type { Express } from 'express';
import { failure, notFound } from '../../../../domain/failure.js';
import { err, ok, type Result } from '../../../../domain/result.js';
import { queryTextOf } from '../../codec/parse-query-text.js';
import type { Authenticate } from '../authenticate.js';
import { serveDescription, type DescriptionAccess } from './serve-description.js';

/** A content-type or a component, as Strapi's content-type builder describes it. */
export interface DescribedType {
  readonly uid: string;
  readonly schema: Readonly<Record<string, unknown>>;
  readonly [member: string]: unknown;
}

export interface TypesDelivery {
  /** Called for each request. */
  readonly contentTypes: () => readonly DescribedType[];
  readonly components: () => readonly DescribedType[];
  readonly access: DescriptionAccess;
}

const kinds: ReadonlySet<string> = new Set(['collectionType', 'singleType']);

/**
 * Serves `<prefix>/content-type-builder/content-types` and `…/components`, each as a list and by UID, which generators of static
 * sites read. Strapi has the same routes.
 */
export function mountTypes(
  app: Express,
  { contentTypes, components, access }: TypesDelivery,
  { authenticate, prefix }: { readonly authenticate: Authenticate; readonly prefix: string },
): void {
  if (access === 'off') return;
  const routes = { 'content-types': contentTypes, components };
  for (const [name, all] of Object.entries(routes))
    app.all(
      `${prefix}/content-type-builder/${name}/:uid?`,
      serveDescription(
        ({ params, url }) => asked(all(), params['uid'], new URLSearchParams(queryTextOf(url)).get('kind')),
        access,
        authenticate,
      ),
    );
}

function asked(all: readonly DescribedType[], uid: string | undefined, kind: string | null): Result<string> {
  if (uid !== undefined) {
    const found = all.find((one) => one.uid === uid);
    return found === undefined ? err(notFound) : ok(JSON.stringify({ data: found }));
  }
  if (kind !== null && !kinds.has(kind)) return err(wrongKind);
  const wanted = kind === null ? all : all.filter(({ schema }) => schema['kind'] === kind);
  return ok(JSON.stringify({ data: wanted }));
}

const wrongKind = failure('INPUT.INVALID', 'kind must be collectionType or singleType', {
  key: 'kind',
  source: 'query',
});
