import type { Input } from '../../domain/document/input.js';
import { namingRelation } from '../../domain/document/references.js';
import { validateInput } from '../../domain/document/validate-input.js';
import { denied } from '../../domain/failure.js';
import {
  authorOf,
  decide,
  type Principal,
  writableFields,
  writesPrivate,
} from '../../domain/permission/permission.js';
import { mayMake, type Removal, type ValueChange } from '../../domain/plan/change.js';
import type { Create, Delete, Update } from '../../domain/query/mutation.js';
import { err, ok, type Result } from '../../domain/result.js';
import { contentTypeOf, type ContentType } from '../../domain/schema/schema.js';
import type { PasswordHasher } from '../ports/password-hasher.js';
import { addressedDocument, type Address, writtenLocale } from './address.js';
import { checkLinked, checkMedia } from './check-linked.js';
import { hashPasswords, resolveInput } from './complete-input.js';
import { changed, expectsVersion, guardsOf } from './guards.js';
import { hookedWrites } from './hooked/hooked.js';
import { removeHooked } from './hooked/remove-hooked.js';
import { writeHooked } from './hooked/write-hooked.js';
import { marked } from './revision.js';
import { answered, planAnswer, storeChange } from './store-change.js';
import type { Answer, Documents, DocumentsDependencies } from './use-cases.js';

export function createWrites(
  dependencies: DocumentsDependencies,
): Pick<Documents, 'create' | 'update' | 'delete'> {
  return {
    create: (principal, mutation) =>
      write(dependencies, principal, principal.kind === 'system' ? mutation : ofClient(mutation)),
    update: (principal, mutation) => write(dependencies, principal, mutation),
    delete: (principal, mutation) => remove(dependencies, principal, mutation),
  };
}

/** Clients choose neither the documentId nor the time of a new document. */
const ofClient = ({ documentId, createdAt: _createdAt, ...mutation }: Create): Create => ({
  ...mutation,
  ...(mutation.restored === true && documentId !== undefined && { documentId }),
});

async function write(
  dependencies: DocumentsDependencies,
  principal: Principal,
  mutation: Create | Update,
): Promise<Result<Answer>> {
  const { schema } = dependencies;
  const type = contentTypeOf(schema, mutation.type);
  const permission = decide(principal, mutation.kind, type.uid);
  if (permission === null || (mutation.row !== undefined && principal.kind !== 'system')) return err(denied);
  const address = await addressOf(dependencies, mutation);
  if (!address.ok) return address;
  // Planned before the write, so that an invalid selection writes nothing.
  const plan = planAnswer(dependencies, principal, address.value, mutation.layer, mutation);
  if (!plan.ok) return plan;
  // A draft may lack required values; they are checked when it is published.
  const unchecked = mutation.row !== undefined;
  const edits = type.draftAndPublish && (mutation.kind === 'update' || mutation.layer === 'draft');
  const fields = writableFields(principal, permission, type);
  const privateInside = writesPrivate(principal, permission);
  const mode = { kind: mutation.kind, draft: edits || unchecked, fields, privateInside, unchecked };
  const checked = validateInput(schema, type, mutation.data, mode, principal);
  if (!checked.ok) return checked;
  const naming = <T>(result: Result<T>): Result<T> =>
    result.ok ? result : err(namingRelation(schema, type, checked.value, result.failure));
  const resolved = await resolveInput(dependencies, principal, type, checked.value);
  if (!resolved.ok) return naming(resolved);
  const hasher = unchecked ? keepingHashes(dependencies.passwords) : dependencies.passwords;
  const input = await hashPasswords(schema, type, resolved.value, hasher);
  const linkable = await checkLinks(dependencies, principal, type, input);
  if (!linkable.ok) return naming(linkable);
  const change = changeOf(dependencies, principal, mutation, address.value, input);
  const shown = type.draftAndPublish ? mutation.layer : 'published';
  // Code that writes single rows runs their hooks itself.
  const hooked = mutation.row === undefined ? hookedWrites(dependencies, type) : null;
  if (hooked !== null)
    return naming(
      await writeHooked(hooked, {
        principal,
        change,
        layer: shown,
        answer: plan.value,
        selection: mutation.answer,
      }),
    );
  const apply = (attempted: ValueChange) => {
    const guards = guardsOf(dependencies, principal, attempted, shown);
    return storeChange(dependencies, principal, attempted, plan.value, guards);
  };
  const written = await apply(change);
  // Most updates find their version. Only an update that does not is repeated with `looks`, which loads the document.
  const missed =
    !written.ok && written.failure.code === 'DOCUMENT.NOT_FOUND' && mayMake(change) && !unchecked;
  if (missed && expectsVersion(change)) return err(changed);
  const done = answered(missed ? await apply({ ...change, checksExistence: true }) : written, plan.value);
  return done.ok ? ok(marked(done.value, plan.value)) : naming(done);
}

async function checkLinks(
  dependencies: DocumentsDependencies,
  principal: Principal,
  type: ContentType,
  input: Input,
): Promise<Result<null>> {
  const linkable = await checkLinked(dependencies, principal, type, input);
  return linkable.ok ? checkMedia(dependencies, principal, type, input) : linkable;
}

async function addressOf(
  dependencies: DocumentsDependencies,
  mutation: Create | Update,
): Promise<Result<Address>> {
  const type = contentTypeOf(dependencies.schema, mutation.type);
  const locale = await writtenLocale(dependencies, type, mutation.locale);
  if (!locale.ok) return locale;
  const documentId =
    mutation.kind === 'create'
      ? ok(mutation.documentId ?? dependencies.ids.documentId())
      : await addressedDocument(dependencies, type, mutation.documentId);
  return documentId.ok ? ok({ type, documentId: documentId.value, locale: locale.value }) : documentId;
}

function changeOf(
  { clock }: DocumentsDependencies,
  principal: Principal,
  mutation: Create | Update,
  address: Address,
  input: Input,
): ValueChange {
  const { type } = address;
  const layer = type.draftAndPublish ? mutation.layer : 'published';
  const { row } = mutation;
  const by = { now: clock.now(), author: authorOf(principal) };
  const written = { ...address, layer, input, ...by, ...(row !== undefined && { row }) };
  return mutation.kind === 'create'
    ? {
        ...written,
        kind: 'create',
        ...(mutation.createdAt !== undefined && { createdAt: mutation.createdAt }),
      }
    : {
        ...written,
        ...(mutation.expected !== undefined && { expected: mutation.expected }),
        kind: 'update',
        creates: type.kind === 'singleType' && mutation.documentId === undefined,
        checksExistence: false,
      };
}

const keepingHashes = (hasher: PasswordHasher): PasswordHasher => ({
  hash: async (text) => (hasher.isHash?.(text) === true ? text : hasher.hash(text)),
});

async function remove(
  dependencies: DocumentsDependencies,
  principal: Principal,
  mutation: Delete,
): Promise<Result<null>> {
  const type = contentTypeOf(dependencies.schema, mutation.type);
  if (!decide(principal, 'delete', type.uid) || (mutation.layer !== undefined && principal.kind !== 'system'))
    return err(denied);
  const locale =
    mutation.locale === '*' ? ok(null) : await writtenLocale(dependencies, type, mutation.locale);
  if (!locale.ok) return locale;
  const documentId = await addressedDocument(dependencies, type, mutation.documentId);
  if (!documentId.ok) return documentId;
  const layer = mutation.layer !== undefined && type.draftAndPublish ? { layer: mutation.layer } : {};
  const change: Removal = {
    kind: 'delete',
    type,
    documentId: documentId.value,
    locale: locale.value,
    ...(mutation.expected !== undefined && { expected: mutation.expected }),
    ...layer,
  };
  const hooked = mutation.layer === undefined ? hookedWrites(dependencies, type) : null;
  if (hooked !== null) return removeHooked(hooked, principal, change);
  const guards = guardsOf(dependencies, principal, change, null);
  const removed = await storeChange(dependencies, principal, change, null, guards);
  return removed.ok ? ok(null) : removed;
}
