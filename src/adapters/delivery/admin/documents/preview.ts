import { failure, notFound } from '../../../../domain/failure.js';
import { reason } from '../../../../domain/reason/reason.js';
import { err, ok, type Result } from '../../../../domain/result.js';
import type { AdminDependencies, Call, Reply } from '../call.js';
import type { ActionBody, PreviewLink } from '../contract/documents.js';
import { originsOf } from '../../codec/server-origins.js';
import { addressWith } from './write.js';

const unusable = failure('INPUT.MISMATCH', reason('preview.address'));

/** Makes a link to the draft on the site of the app. */
export async function makePreview(
  dependencies: AdminDependencies,
  call: Call<ActionBody>,
): Promise<Result<Reply<PreviewLink>>> {
  const { previews, options } = dependencies;
  const address = await addressWith(dependencies, call);
  if (!address.ok) return address;
  if (previews.use === null) return err(notFound);
  const { type, documentId, locale } = address.value;
  const made = await previews.use.create(call.principal, { type: type.uid, documentId, locale });
  if (!made.ok) return made;
  const here = originsOf(call.req, options)[0];
  const url = URL.canParse(made.value.address, here) ? new URL(made.value.address, here) : null;
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') return err(unusable);
  const { expiresAt } = made.value;
  return ok({ data: { url: url.href, expiresAt, isFramed: isFramed(previews.framed, url) } });
}

/** Whether a source such as `https://*.example.org` covers the address. */
const isFramed = (sources: readonly string[], { protocol, hostname, port }: URL): boolean =>
  sources.some((source) => {
    const [, scheme = '', host = '', allowed = ''] = /^(https?:)\/\/([^:]+)(?::(.+))?$/i.exec(source) ?? [];
    const isHost = host.startsWith('*.')
      ? hostname.endsWith(host.slice(1).toLowerCase())
      : hostname === host.toLowerCase();
    const isDefault = allowed === (scheme === 'https:' ? '443' : '80');
    return (
      isHost &&
      scheme.toLowerCase() === protocol &&
      (allowed === '*' || allowed === port || (isDefault && port === ''))
    );
  });
