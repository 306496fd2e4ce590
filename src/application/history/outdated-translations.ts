import { textOf } from '../../domain/document/text-of.js';
import { nameNow } from '../../domain/history/fit-content.js';
import { outdatedNames, type DatedChange } from '../../domain/history/outdated-names.js';
import { decideRead, type Principal } from '../../domain/permission/permission.js';
import { editedLayer } from '../../domain/plan/change.js';
import { equals } from '../../domain/query/compare.js';
import { ok, type Result } from '../../domain/result.js';
import { isSystem, type ContentType } from '../../domain/schema/schema.js';
import { systemQuery } from '../documents/system-query.js';
import type { Documents } from '../documents/use-cases.js';
import { foldCaptures, type FoldDependencies } from './fold-captures.js';
import { readList } from './history-records.js';
import type { Translation } from './history-service.js';

interface Dependencies extends FoldDependencies {
  readonly clientDocuments: Documents;
}

interface Asked {
  readonly type: ContentType;
  readonly documentId: string;
  readonly source: string;
}

/** As many entries of a document are looked at, the latest first. */
const mostEntries = 1000;

/** Returns the versions that the principal may read, and what of them is older than the source. */
export async function readTranslations(
  dependencies: Dependencies,
  principal: Principal,
  { type, documentId, source }: Asked,
): Promise<Result<readonly Translation[]>> {
  const layer = editedLayer(type);
  const found = await dependencies.clientDocuments.find(
    principal,
    systemQuery(type.uid, {
      fields: ['documentId', 'updatedAt', 'locale'],
      filters: equals('documentId', documentId),
      layer,
      locale: '*',
    }),
  );
  if (!found.ok) return found;
  const versions = found.value.answer.documents().map((row) => ({
    documentId,
    locale: textOf(row['locale']),
    updatedAt: textOf(row['updatedAt']),
  }));
  const original = versions.find(({ locale }) => locale === source);
  if (original === undefined || versions.length === 1 || type.history === null)
    return ok(versions.map((version) => withoutHistory(version, original)));
  const changes = await readChanges(dependencies, type, documentId);
  if (!changes.ok) return changes;
  const names = translatedNames(principal, type);
  const of = (locale: string): readonly DatedChange[] => changes.value.get(locale) ?? [];
  return ok(
    versions.map((version) => {
      if (version === original) return { ...version, isOutdated: false, names: [] };
      const own = of(version.locale);
      const outdated = outdatedNames(names, of(source), own, own.at(-1)?.at ?? version.updatedAt);
      return { ...version, isOutdated: outdated.length > 0, names: outdated };
    }),
  );
}

type Version = Pick<Translation, 'documentId' | 'locale' | 'updatedAt'>;

/** Nothing is known but when each version was written last. */
const withoutHistory = (version: Version, original: Version | undefined): Translation => ({
  ...version,
  isOutdated: original !== undefined && original.updatedAt > version.updatedAt,
  names: [],
});

/** By locale, the latest first, with all that was written before the call. */
async function readChanges(
  dependencies: Dependencies,
  type: ContentType,
  of: string,
): Promise<Result<ReadonlyMap<string, readonly DatedChange[]>>> {
  const folded = await foldCaptures(dependencies, [{ type: type.uid, documentId: of }]);
  if (!folded.ok) return folded;
  const range = { offset: 0, limit: mostEntries };
  const list = await readList(dependencies.documents, { type: type.uid, of }, [], range);
  if (!list.ok) return list;
  const changes = new Map<string, DatedChange[]>();
  for (const { language, at, names: then } of list.value.records) {
    const names = then.map((name) => nameNow(type, name));
    changes.set(language, [...(changes.get(language) ?? []), { at, names }]);
  }
  return ok(changes);
}

/** The attributes that each locale has for itself, as far as the principal may read them. */
function translatedNames(principal: Principal, type: ContentType): readonly string[] {
  const fields = decideRead(principal, type, editedLayer(type))?.fields ?? null;
  return [...type.attributes.values()]
    .filter((attribute) => attribute.localized && !attribute.private && !isSystem(attribute))
    .map(({ name }) => name)
    .filter((name) => fields?.has(name) ?? true);
}
