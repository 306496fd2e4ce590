import type { Input } from '../../domain/document/input.js';
import { referencesOf, relationsIn } from '../../domain/document/references.js';
import { textOf } from '../../domain/document/text-of.js';
import { checkKinds, limitedLinks, type LinkedFile } from '../../domain/media/limited-links.js';
import {
  systemPrincipal,
  type Permission,
  type Principal,
  unlimited,
} from '../../domain/permission/permission.js';
import { decideLink } from '../../domain/permission/write-permission.js';
import { layersOf } from '../../domain/plan/change.js';
import { planPermitted } from '../../domain/plan/plan-read.js';
import { targetNotFound, type TargetDocuments } from '../../domain/plan/write-plan.js';
import { compare } from '../../domain/query/compare.js';
import type { Layer } from '../../domain/query/query.js';
import { notInList } from '../../domain/relation/list.js';
import type { Position } from '../../domain/relation/relation-input.js';
import { err, ok, type Result } from '../../domain/result.js';
import { fileType } from '../../domain/schema/built-in-uids.js';
import { contentTypeOf, type ContentType, type Shaped } from '../../domain/schema/schema.js';
import { admitsAll } from '../admission/admission.js';
import { defaultLimits } from './limits.js';
import type { DocumentsDependencies } from './use-cases.js';
import { systemQuery } from './system-query.js';

/**
 * A writer can only link documents that they may find, and files that they have uploaded. Other documents are refused
 * as if they did not exist.
 */
export async function checkLinked(
  dependencies: DocumentsDependencies,
  principal: Principal,
  type: ContentType,
  input: Input,
): Promise<Result<null>> {
  if (principal.grants.kind !== 'listed') return ok(null);
  for (const linked of referencesOf(dependencies.schema, type, input)) {
    if (!isLimited(principal, linked.type)) continue;
    const found = await findable(dependencies, principal, linked);
    if (!found.ok) return found;
    const documentId = linked.documentIds.find((each) => !found.value.has(each));
    if (documentId !== undefined) return err(targetNotFound({ documentId, locale: linked.locale }));
  }
  return checkBeside(dependencies, principal, type, input);
}

/**
 * Refuses positions beside documents that the writer may not find, because success would reveal that they are linked.
 */
async function checkBeside(
  dependencies: DocumentsDependencies,
  principal: Principal,
  type: ContentType,
  input: Input,
): Promise<Result<null>> {
  for (const [{ target }, requested] of relationsIn(dependencies.schema, type, input)) {
    const beside =
      requested.kind === 'set' ? [] : requested.connect.flatMap(({ position }) => anchorIn(position));
    const targetType = contentTypeOf(dependencies.schema, target);
    if (beside.length === 0 || !isLimited(principal, targetType)) continue;
    const documentIds = beside.map(({ documentId }) => documentId);
    const named = { type: targetType, locale: null, documentIds };
    const found = await findable(dependencies, principal, named);
    if (!found.ok) return found;
    const hidden = beside.find(({ documentId }) => !found.value.has(documentId));
    if (hidden !== undefined) return err(notInList(hidden.at, hidden));
  }
  return ok(null);
}

const anchorIn = (position: Position) =>
  'ref' in position ? [{ at: position.at, documentId: position.ref.documentId ?? '' }] : [];

/**
 * Returns the documentIds of numeric ids, without those of documents that the principal may not find. Numeric ids are
 * easily guessed, so the result must not reveal whether such documents exist.
 */
export async function identify(
  dependencies: DocumentsDependencies,
  principal: Principal,
  type: ContentType,
  ids: readonly number[],
): Promise<Result<ReadonlyMap<number, string>>> {
  const { store, admission = admitsAll } = dependencies;
  const known = await admission.write(principal.caller, () => store.identify(type, ids));
  if (!known.ok || known.value.size === 0 || !isLimited(principal, type)) return known;
  const documentIds = [...new Set(known.value.values())].sort();
  const found = await findable(dependencies, principal, { type, locale: null, documentIds });
  return found.ok ? ok(new Map([...known.value].filter(([, each]) => found.value.has(each)))) : found;
}

/**
 * Whether the principal may find only some of the documents: because of a filter, or because they may read only
 * published versions or only drafts.
 */
function isLimited(principal: Principal, type: ContentType): boolean {
  const permissions = layersOf(type).map((layer) => decideLink(principal, type, layer));
  return (
    permissions.some((permission) => permission !== null) &&
    permissions.some((permission) => permission === null || permission.filter !== null)
  );
}

/** Finds documents in every layer that the principal may read. */
const findable = (
  dependencies: DocumentsDependencies,
  principal: Principal,
  named: TargetDocuments,
): Promise<Result<ReadonlySet<unknown>>> =>
  permitted(dependencies, principal, named, (layer) => decideLink(principal, named.type, layer));

/** Returns which of the documents the principal may link. */
export const linkable = async (
  dependencies: DocumentsDependencies,
  principal: Principal,
  named: TargetDocuments,
): Promise<Result<ReadonlySet<unknown>>> =>
  principal.grants.kind === 'listed' && isLimited(principal, named.type)
    ? findable(dependencies, principal, named)
    : ok(new Set(named.documentIds));

/** Finds documents of which the permission covers a version. */
export async function permitted(
  { schema, store, limits = defaultLimits, admission = admitsAll }: DocumentsDependencies,
  principal: Principal,
  { type, locale, documentIds }: TargetDocuments,
  permissionIn: (layer: Layer) => Permission | null,
): Promise<Result<ReadonlySet<unknown>>> {
  const found = new Set<unknown>();
  for (const layer of layersOf(type)) {
    const permission = permissionIn(layer);
    if (permission === null) continue;
    const query = systemQuery(type.uid, {
      filters: compare('documentId', '$in', documentIds),
      fields: ['documentId'],
      layer,
      ...(type.localized && { locale: locale ?? '*' }),
    });
    const plan = planPermitted(schema, query, principal, permission, limits);
    if (!plan.ok) return plan;
    const read = await admission.read(principal.caller, plan.value, (deadline) =>
      store.read(plan.value, deadline),
    );
    if (!read.ok) return read;
    for (const document of read.value.documents()) found.add(document['documentId']);
  }
  return ok(found);
}

/**
 * Checks that the files that an input links are of the kinds that its attributes allow. The writer may link the files
 * (`checkLinked`); the failure includes their names only if the writer may read names and types.
 */
export async function checkMedia(
  dependencies: DocumentsDependencies,
  principal: Principal,
  shaped: Shaped,
  input: Input,
): Promise<Result<null>> {
  const links = [...limitedLinks(dependencies.schema, shaped, input)];
  if (links.length === 0) return ok(null);
  const distinct = new Set(links.flatMap(({ documentIds }) => documentIds));
  const files = await readFiles(dependencies, principal, [...distinct]);
  if (!files.ok) return files;
  const fields =
    decideLink(principal, contentTypeOf(dependencies.schema, fileType), 'published')?.fields ?? null;
  const isShown = fields === null || (fields.has('name') && fields.has('mime'));
  const refused = checkKinds(links, files.value, isShown);
  return refused === null ? ok(null) : err(refused);
}

async function readFiles(
  { schema, store, limits = defaultLimits, admission = admitsAll }: DocumentsDependencies,
  { caller }: Principal,
  documentIds: readonly string[],
): Promise<Result<ReadonlyMap<string, LinkedFile>>> {
  const query = systemQuery(fileType, {
    filters: compare('documentId', '$in', documentIds),
    fields: ['documentId', 'name', 'mime'],
    locale: '*',
  });
  const own = { ...limits, rows: Math.max(limits.rows, documentIds.length) };
  const plan = planPermitted(schema, query, systemPrincipal, unlimited, own);
  if (!plan.ok) return plan;
  const read = await admission.read(caller, plan.value, (deadline) => store.read(plan.value, deadline));
  if (!read.ok) return read;
  const files = read.value.documents().map((file) => {
    return [textOf(file['documentId']), { name: textOf(file['name']), mime: textOf(file['mime']) }] as const;
  });
  return ok(new Map(files));
}
