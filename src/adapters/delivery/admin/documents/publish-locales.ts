import type { LocalesRequest, LocalesToPublish } from '../../../../application/releases/release.js';
import { ok, type Result } from '../../../../domain/result.js';
import type { AdminDependencies, Call, Reply } from '../call.js';
import type { ActionBody, PublishCheck, Written } from '../contract/documents.js';
import { addressIn } from './entry.js';
import { publishProblems } from './publish-problems.js';
import { afterWrite, addressWith } from './write.js';

/** Says which locales would be published together, and what each of them lacks. */
export async function checkAllLocales(
  { schema, releases }: AdminDependencies,
  { principal, params }: Call,
): Promise<Result<Reply<PublishCheck>>> {
  const address = addressIn(schema, { params, asked: {} });
  if (!address.ok) return address;
  const found = await releases.checkLocales(principal, requestOf(address.value));
  return found.ok ? ok({ data: present(found.value) }) : found;
}

/** Publishes all locales together, and answers the draft of the one that is open. */
export async function publishAllLocales(
  dependencies: AdminDependencies,
  call: Call<ActionBody>,
): Promise<Result<Reply<Written>>> {
  const address = await addressWith(dependencies, call);
  if (!address.ok) return address;
  const done = await dependencies.releases.publishLocales(call.principal, requestOf(address.value));
  return done.ok ? afterWrite(dependencies, call, address.value) : done;
}

const requestOf = (address: {
  readonly type: { readonly uid: string };
  readonly documentId: string | undefined;
}): LocalesRequest => ({
  type: address.type.uid,
  ...(address.documentId !== undefined && { documentId: address.documentId }),
});

const present = ({ locales, problems }: LocalesToPublish): PublishCheck => ({
  locales,
  problems: problems.flatMap(({ locale, ...problem }) =>
    publishProblems(problem).map((listed) => ({ locale, ...listed })),
  ),
});
