import type { Input } from '../../domain/document/input.js';
import { mayLink, namingRelation } from '../../domain/document/references.js';
import { validateInput } from '../../domain/document/validate-input.js';
import { denied, deniedWithout } from '../../domain/failure.js';
import { authorOf, decide, type Permission, type Principal } from '../../domain/permission/permission.js';
import { writableFields, writesPrivate } from '../../domain/permission/write-permission.js';
import type { ValueChange } from '../../domain/plan/change.js';
import type { Create, Update } from '../../domain/query/mutation.js';
import { err, ok, type Result } from '../../domain/result.js';
import { contentTypeOf, type ContentType } from '../../domain/schema/schema.js';
import type { PasswordHasher } from '../ports/password-hasher.js';
import { addressedDocument, type Address, writtenLocale } from './address.js';
import { checkLinked, checkMedia } from './check-linked.js';
import { hashPasswords, resolveInput } from './complete-input.js';
import type { DocumentsDependencies } from './use-cases.js';

/** Clients choose neither the documentId nor the time of a new document. */
export const chosenBy = (principal: Principal, mutation: Create): Create =>
  principal.kind === 'system' ? mutation : ofClient(mutation);

const ofClient = ({ documentId, createdAt: _createdAt, ...mutation }: Create): Create => ({
  ...mutation,
  ...(mutation.isChosen === true && documentId !== undefined && { documentId }),
});

export interface AddressedWrite {
  readonly address: Address;
  readonly permission: Permission;
}

/** Decides whether the principal may write such documents at all, and which one is written. */
export async function addressWrite(
  dependencies: DocumentsDependencies,
  principal: Principal,
  mutation: Create | Update,
): Promise<Result<AddressedWrite>> {
  const permission = decide(principal, mutation.kind, mutation.type);
  if (permission === null) return err(deniedWithout({ action: mutation.kind, type: mutation.type }));
  if (mutation.row !== undefined && principal.kind !== 'system') return err(denied);
  const address = await addressOf(dependencies, principal, mutation);
  return address.ok ? ok({ address: address.value, permission }) : address;
}

export interface CompletedWrite {
  readonly change: ValueChange;
  /** Names the relation in the failure of a link. */
  naming<T>(result: Result<T>): Result<T>;
}

/** Validates the input, resolves what it leaves open, and checks what it links. */
export async function completeWrite(
  dependencies: DocumentsDependencies,
  principal: Principal,
  mutation: Create | Update,
  addressed: AddressedWrite,
): Promise<Result<CompletedWrite>> {
  const { type } = addressed.address;
  const named = await namedWrite(dependencies, principal, mutation, addressed);
  if (!named.ok) return named;
  const { change, naming } = named.value;
  const unchecked = mutation.row !== undefined;
  const hasher = unchecked ? keepingHashes(dependencies.passwords) : dependencies.passwords;
  const input = await hashPasswords(dependencies.schema, type, change.input, hasher);
  const linkable = await checkLinks(dependencies, principal, type, input);
  if (!linkable.ok) return naming(linkable);
  return ok({ change: { ...change, input }, naming });
}

/** Validates the input and resolves the documents that it names, which it does not check. */
export async function namedWrite(
  dependencies: DocumentsDependencies,
  principal: Principal,
  mutation: Create | Update,
  { address, permission }: AddressedWrite,
): Promise<Result<CompletedWrite>> {
  const { schema } = dependencies;
  const { type } = address;
  // A draft may lack required values; they are checked when it is published.
  const unchecked = mutation.row !== undefined;
  const edits = type.draftAndPublish && (mutation.kind === 'update' || mutation.layer === 'draft');
  const fields = writableFields(principal, permission, type);
  const privateInside = writesPrivate(principal, permission);
  const mode = { kind: mutation.kind, fields, privateInside, unchecked };
  const validate = (draft: boolean) =>
    validateInput(schema, type, mutation.data, { ...mode, draft }, principal);
  const checked = validate(edits || unchecked);
  if (!checked.ok) {
    // What would be published is refused with those of its faults too that a draft may have, and a hook could mend.
    const publishes = edits && !unchecked && mutation.layer === 'published';
    const whole = publishes ? validate(false) : checked;
    return whole.ok ? checked : whole;
  }
  const naming = <T>(result: Result<T>): Result<T> =>
    result.ok ? result : err(namingRelation(schema, type, checked.value, result.failure));
  const resolved = mayLink(checked.value)
    ? await resolveInput(dependencies, principal, type, checked.value)
    : checked;
  if (!resolved.ok) return naming(resolved);
  return ok({ change: changeOf(dependencies, principal, mutation, address, resolved.value), naming });
}

/** Checks the links of an input that has not been resolved, for a principal who does not write it themselves. */
export async function checkNamed(
  dependencies: DocumentsDependencies,
  principal: Principal,
  type: ContentType,
  input: Input,
): Promise<Result<null>> {
  if (principal.grants.kind !== 'listed' || !mayLink(input)) return ok(null);
  const resolved = await resolveInput(dependencies, principal, type, input);
  const checked = resolved.ok ? await checkLinked(dependencies, principal, type, resolved.value) : resolved;
  return checked.ok ? checked : err(namingRelation(dependencies.schema, type, input, checked.failure));
}

async function checkLinks(
  dependencies: DocumentsDependencies,
  principal: Principal,
  type: ContentType,
  input: Input,
): Promise<Result<null>> {
  if (!mayLink(input)) return ok(null);
  const linkable = await checkLinked(dependencies, principal, type, input);
  return linkable.ok ? checkMedia(dependencies, principal, type, input) : linkable;
}

async function addressOf(
  dependencies: DocumentsDependencies,
  principal: Principal,
  mutation: Create | Update,
): Promise<Result<Address>> {
  const type = contentTypeOf(dependencies.schema, mutation.type);
  const locale = await writtenLocale(dependencies, type, mutation.locale);
  if (!locale.ok) return locale;
  const documentId =
    mutation.kind === 'create'
      ? ok(mutation.documentId ?? dependencies.ids.documentId())
      : await addressedDocument(dependencies, principal, type, mutation.documentId);
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
