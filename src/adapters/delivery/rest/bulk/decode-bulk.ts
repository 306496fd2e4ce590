import { createPauses } from '../../../../application/stores/in-turns.js';
import type { BulkOperation } from '../../../../application/bulk/run-bulk.js';
import { longestName } from '../../../../application/bulk/named-documents.js';
import { isPlainObject, own, type PlainObject } from '../../../../domain/document/plain-object.js';
import { failure } from '../../../../domain/failure.js';
import type { Filter } from '../../../../domain/query/query.js';
import type { Action } from '../../../../domain/permission/permission.js';
import { err, ok, type Result } from '../../../../domain/result.js';
import type { ContentType } from '../../../../domain/schema/schema.js';
import { decodeChoosingFilters, isStorable, versionParams } from '../../codec/decode-bulk-job.js';
import { decodeCreate, decodeDelete, decodeTransition, decodeUpdate } from '../../codec/decode-mutation.js';

/** The most operations of one request. */
export const mostOperations = 10_000;

/** What an operation does with a type. */
export interface Use {
  readonly type: ContentType;
  readonly action: Action;
}

export interface BulkRequest {
  readonly isAtomic: boolean;
  readonly operations: readonly BulkOperation[];
  /** Of all operations. */
  readonly uses: readonly Use[];
}

/** Finds the content-type that an operation names; undefined: there is none. */
export type TypeNamed = (name: unknown) => ContentType | undefined;

/** Decodes the body of a bulk request (docs/bulk.md). Failures name the operation by its index. */
export async function decodeBulk(body: unknown, typeNamed: TypeNamed): Promise<Result<BulkRequest>> {
  const given = isPlainObject(body) ? body : {};
  const stranger = Object.keys(given).find((key) => key !== 'atomic' && key !== 'operations');
  if (stranger !== undefined)
    return refused(`Unknown key ${stranger}; there are: atomic, operations`, stranger);
  const { atomic = true, operations } = given;
  if (typeof atomic !== 'boolean') return refused('atomic must be true or false', 'atomic');
  if (!Array.isArray(operations) || operations.length === 0)
    return refused('operations must be a list with at least one operation', 'operations');
  if (operations.length > mostOperations)
    return refused(`operations has more than ${mostOperations}: send several requests`, 'operations');
  const decoded: BulkOperation[] = [];
  const uses: Use[] = [];
  const pause = createPauses();
  for (const [index, operation] of operations.entries()) {
    await pause();
    const one = decodeOperation(operation, typeNamed);
    if (!one.ok) return err({ ...one.failure, details: { ...one.failure.details, operation: index } });
    decoded.push(one.value.operation);
    uses.push(...one.value.uses);
  }
  return ok({ isAtomic: atomic, operations: decoded, uses });
}

const refused = (message: string, key: string): Result<never> =>
  err(failure('INPUT.INVALID', message, { key }));

const kinds = ['create', 'update', 'upsert', 'delete', 'publish', 'unpublish', 'discardDraft'] as const;
type Kind = (typeof kinds)[number];

const members: Readonly<Record<Kind, readonly string[]>> = {
  create: ['data', 'locale', 'status'],
  update: ['documentId', 'filters', 'data', 'locale', 'status'],
  upsert: ['by', 'data', 'locale', 'status'],
  delete: ['documentId', 'filters', 'locale'],
  publish: ['documentId', 'locale'],
  unpublish: ['documentId', 'locale'],
  discardDraft: ['documentId', 'locale'],
};

export interface Decoded {
  readonly operation: BulkOperation;
  readonly uses: readonly Use[];
}

/** Decodes one operation. */
export function decodeOperation(operation: unknown, typeNamed: TypeNamed): Result<Decoded> {
  if (!isPlainObject(operation)) return refused('An operation must be an object', 'operations');
  const { type: name, as, ...rest } = operation;
  const kind = kindOf(rest);
  if (!kind.ok) return kind;
  const type = writableType(typeNamed(name), name);
  if (!type.ok) return type;
  const named = decodeName(as, kind.value);
  if (!named.ok) return named;
  const given = parametersOf(rest, kind.value);
  if (!given.ok) return given;
  const decoded = decodeKind(type.value, kind.value, given.value);
  if (!decoded.ok) return decoded;
  const uses: readonly Action[] = [
    ...(kind.value === 'upsert' ? (['create', 'update'] as const) : [kind.value]),
    // What it matches is answered.
    ...('where' in decoded.value ? (['find'] as const) : []),
  ];
  return ok({
    operation: { ...decoded.value, ...named.value },
    uses: uses.map((action) => ({ type: type.value, action })),
  });
}

function kindOf(operation: PlainObject): Result<Kind> {
  const [kind, ...others] = Object.keys(operation);
  const known = kinds.find((one) => one === kind);
  return known !== undefined && others.length === 0
    ? ok(known)
    : refused(`An operation has exactly one of ${kinds.join(', ')}`, others[0] ?? kind ?? 'operations');
}

function writableType(type: ContentType | undefined, name: unknown): Result<ContentType> {
  if (type === undefined && name === undefined)
    return refused('An operation needs the type that it is for', 'type');
  if (type === undefined) return refused('Unknown content-type', 'type');
  return type.kind === 'singleType' ? refused(`${type.displayName} has only one document`, 'type') : ok(type);
}

/** The name by which later operations refer to the document. */
function decodeName(as: unknown, kind: Kind): Result<{ readonly as?: string }> {
  if (as === undefined) return ok({});
  if (typeof as !== 'string' || !['create', 'upsert'].includes(kind))
    return refused('as names the document of a create or an upsert, by a text', 'as');
  if (as === '' || as.length > longestName) return refused(`as has 1 to ${longestName} characters`, 'as');
  return ok({ as });
}

function parametersOf(operation: PlainObject, kind: Kind): Result<PlainObject> {
  const given = own(operation, kind);
  if (!isPlainObject(given)) return refused(`${kind} must be an object`, kind);
  const stranger = Object.keys(given).find((key) => !members[kind].includes(key));
  return stranger === undefined
    ? ok(given)
    : refused(`Unknown key ${stranger} of ${kind}; there are: ${members[kind].join(', ')}`, stranger);
}

function decodeKind(type: ContentType, kind: Kind, given: PlainObject): Result<BulkOperation> {
  const { uid } = type;
  const query = versionParams(given);
  const { data } = given;
  switch (kind) {
    case 'create': {
      const mutation = decodeCreate(uid, query, { data });
      return mutation.ok ? ok({ kind, mutation: mutation.value }) : mutation;
    }
    case 'upsert': {
      const by = own(given, 'by');
      const isNames = Array.isArray(by) && by.length > 0 && by.every((one) => typeof one === 'string');
      if (!isNames) return refused('by must be a list of unique attributes', 'by');
      const mutation = decodeCreate(uid, query, { data });
      return mutation.ok ? ok({ kind, mutation: mutation.value, by }) : mutation;
    }
    case 'update': {
      const target = targetOf(given);
      if (!target.ok) return target;
      const mutation = decodeUpdate(uid, target.value.documentId, query, { data });
      return mutation.ok ? ok({ kind, mutation: mutation.value, ...target.value.where }) : mutation;
    }
    case 'delete': {
      const target = targetOf(given);
      if (!target.ok) return target;
      const mutation = decodeDelete(uid, target.value.documentId, query);
      return mutation.ok ? ok({ kind, mutation: mutation.value, ...target.value.where }) : mutation;
    }
    default: {
      const documentId = own(given, 'documentId');
      if (!isStorable(documentId)) return refused('documentId must be a text', 'documentId');
      const mutation = decodeTransition(kind, uid, documentId, query);
      return mutation.ok ? ok({ kind: 'move', mutation: mutation.value }) : mutation;
    }
  }
}

interface Target {
  readonly documentId: string | undefined;
  readonly where: { readonly where?: Filter };
}

/** Decodes `documentId` or `filters`, of which there must be one. */
function targetOf(given: PlainObject): Result<Target> {
  const [documentId, filters] = [own(given, 'documentId'), own(given, 'filters')];
  if ((documentId === undefined) === (filters === undefined))
    return refused('Give either documentId or filters', 'documentId');
  if (filters === undefined)
    return isStorable(documentId)
      ? ok({ documentId, where: {} })
      : refused('documentId must be a text', 'documentId');
  const decoded = decodeChoosingFilters(filters);
  return decoded.ok ? ok({ documentId: undefined, where: { where: decoded.value } }) : decoded;
}
