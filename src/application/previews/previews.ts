import { textOf } from '../../domain/document/text-of.js';
import { denied, failure, notFound } from '../../domain/failure.js';
import { reason } from '../../domain/reason/reason.js';
import type { Principal } from '../../domain/permission/permission.js';
import type { Layer } from '../../domain/query/query.js';
import { err, ok, type Result } from '../../domain/result.js';
import type { ContentType, Json, Schema, Uid } from '../../domain/schema/schema.js';
import type { Administration } from '../administration/use-cases.js';
import { oneDocument, systemQuery } from '../documents/system-query.js';
import type { Documents } from '../documents/use-cases.js';
import type { Clock } from '../ports/clock.js';
import type { PreviewAddresses } from '../ports/preview-addresses.js';
import type { PreviewTokens } from '../ports/preview-tokens.js';
import { attributesIn, fillTemplate } from './fill-template.js';
import { previewPrincipal } from './preview-principal.js';

interface PreviewDependencies {
  readonly schema: Schema;
  readonly documents: Pick<Documents, 'find' | 'findOne'>;
  readonly administration: Pick<Administration, 'principalOf'>;
  readonly addresses: PreviewAddresses;
  readonly tokens: PreviewTokens;
  readonly clock: Clock;
  readonly lifetimeSeconds: number;
}

/** The version of a document to show; `documentId` undefined: that of a single type. */
export interface PreviewRequest {
  readonly type: Uid;
  readonly documentId: string | undefined;
  /** Undefined: the default locale. */
  readonly locale: string | undefined;
}

export interface Preview {
  /** As the template or the handler of the app gives it: it may be relative to the server. */
  readonly address: string;
  /** ISO 8601: when its token ends. */
  readonly expiresAt: string;
}

/** Signed links that show one version of a document on the site of the app. */
export interface Previews {
  /** Whether there may be links for entries of this type. */
  isOffered(type: Uid): boolean;
  /**
   * Makes a link for an administrator: to the draft, or to the document of a type without drafts. Fails as a read of it does,
   * with `DOCUMENT.NOT_FOUND` if the app has no address for it, and with `INPUT.MISMATCH` if the address cannot be made.
   */
  create(principal: Principal, request: PreviewRequest): Promise<Result<Preview>>;
  /** Who holds a token; null if it is not genuine or has ended, or if its maker may do nothing any more. */
  principalOf(token: string): Promise<Result<Principal | null>>;
}

const noAddress = failure('DOCUMENT.NOT_FOUND', reason('preview.none'));

export function createPreviews(dependencies: PreviewDependencies): Previews {
  const { schema, administration, addresses, tokens, clock, lifetimeSeconds } = dependencies;
  const isOffered = (type: Uid): boolean =>
    schema.contentTypes.get(type)?.exposed === true &&
    (addresses.templateFor(type) !== null || addresses.hasHandler);
  return {
    isOffered,
    async create(principal, request) {
      const type = schema.contentTypes.get(request.type);
      const maker = principal.kind === 'administrator' ? principal.user?.documentId : undefined;
      if (maker === undefined) return err(denied);
      if (type === undefined || !isOffered(type.uid)) return err(noAddress);
      const template = addresses.templateFor(type.uid);
      const found = await readVersion(dependencies, principal, type, request, template);
      if (!found.ok) return found;
      const documentId = textOf(found.value['documentId']);
      const locale = typeof found.value['locale'] === 'string' ? found.value['locale'] : null;
      const expiresAt = endOf(clock.now(), lifetimeSeconds);
      const token = tokens.sign({ maker, type: type.uid, documentId, locale, expiresAt });
      const version = { documentId, locale, status: statusOf(type), token };
      const address =
        template === null
          ? await addresses.askHandler(type.uid, version)
          : fillTemplate(template, { ...found.value, ...version });
      if (!address.ok) return address;
      return address.value === null ? err(noAddress) : ok({ address: address.value, expiresAt });
    },
    async principalOf(token) {
      const claims = tokens.read(token);
      if (claims === null || claims.expiresAt <= clock.now()) return ok(null);
      const type = schema.contentTypes.get(claims.type);
      // The type got or lost its locales since then: the token names no version of it.
      if (type === undefined || type.localized !== (claims.locale !== null)) return ok(null);
      const maker = await administration.principalOf({ documentId: claims.maker });
      if (!maker.ok || maker.value === null) return maker.ok ? ok(null) : maker;
      return ok(previewPrincipal(schema, type, maker.value, claims));
    },
  };
}

const statusOf = ({ draftAndPublish }: ContentType): Layer => (draftAndPublish ? 'draft' : 'published');

const endOf = (now: string, lifetimeSeconds: number): string => {
  const seconds = Math.floor(Date.parse(now) / 1000) + lifetimeSeconds;
  return new Date(seconds * 1000).toISOString();
};

/** Reads what the address needs, with the rights of whoever makes it. */
async function readVersion(
  { documents }: Pick<PreviewDependencies, 'documents'>,
  principal: Principal,
  type: ContentType,
  { documentId, locale }: PreviewRequest,
  template: string | null,
): Promise<Result<Readonly<Record<string, Json>>>> {
  const fields = ['documentId', ...(template === null ? [] : attributesIn(template, type))];
  const asked = {
    fields: [...new Set([...fields, ...(type.localized ? ['locale'] : [])])],
    layer: statusOf(type),
    ...(locale !== undefined && { locale }),
  } as const;
  const found =
    documentId === undefined
      ? await documents.find(principal, systemQuery(type.uid, { ...asked, limit: 1 }))
      : await documents.findOne(principal, { ...oneDocument(type.uid, documentId), ...asked });
  if (!found.ok) return found;
  const row = found.value.answer.documents()[0];
  return row === undefined ? err(notFound) : ok(row);
}
