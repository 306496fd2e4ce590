import { notFound } from '../../../../domain/failure.js';
import { err, ok, type Result } from '../../../../domain/result.js';
import type { AdminDependencies, Call, Reply } from '../call.js';
import type { Translations } from '../contract/documents.js';
import { addressIn } from './entry.js';
import { readable, unreadable } from './readable.js';
import { localeIn } from './readable-locales.js';
import { readStates } from './states.js';

/** Lists the versions of a document in all locales, with their states, and what is outdated in each. */
export async function listTranslations(
  dependencies: AdminDependencies,
  call: Call,
): Promise<Result<Reply<Translations>>> {
  const { schema, documents, history, locales } = dependencies;
  const address = addressIn(schema, { ...call, asked: {} });
  if (!address.ok) return address;
  const { type, documentId } = address.value;
  if (!type.localized) return err(notFound);
  if (readable(call.principal, type) === null) return err(unreadable(type));
  const named = call.asked['source'] ?? localeIn(dependencies, call.principal, type).locale;
  const source = locales.list().find(({ code }) => code === named)?.code;
  if (source === undefined) return err(notFound);
  const found = await history.translations(call.principal, {
    type: type.uid,
    ...(documentId !== undefined && { documentId }),
    source,
  });
  if (!found.ok) return found;
  const [first] = found.value;
  if (first === undefined) return err(notFound);
  const stateOf = await readStates(documents, type, [first.documentId]);
  if (!stateOf.ok) return stateOf;
  const versions = found.value.map(({ documentId: id, locale: code, updatedAt, isOutdated, names }) => ({
    code,
    state: stateOf.value(id, code),
    updatedAt,
    isOutdated,
    outdated: names,
  }));
  const data: Translations = { source, versions };
  return ok({ data });
}
