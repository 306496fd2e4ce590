import type { ComponentInput, Input, ItemInput } from '../../domain/document/input.js';
import { countNewItems } from '../../domain/document/merge-components.js';
import { localesIn, numericRefsOf, resolveRefs } from '../../domain/document/references.js';
import type { Principal } from '../../domain/permission/permission.js';
import { err, type Result } from '../../domain/result.js';
import {
  componentOf,
  type ContentType,
  type Json,
  type Schema,
  type Shaped,
} from '../../domain/schema/schema.js';
import type { PasswordHasher } from '../ports/password-hasher.js';
import { localesOf, noSuchLocale } from './address.js';
import { identify } from './check-linked.js';
import type { DocumentsDependencies } from './use-cases.js';

/** Resolves what validation leaves open: documents of numeric ids, and existing locales. */
export async function resolveInput(
  dependencies: DocumentsDependencies,
  principal: Principal,
  type: ContentType,
  input: Input,
): Promise<Result<Input>> {
  const { schema } = dependencies;
  const locales = localesOf(dependencies);
  for (const code of localesIn(schema, type, input)) {
    if (!(await locales.has(code))) return err(noSuchLocale(code));
  }
  const found = new Map<string, ReadonlyMap<number, string>>();
  for (const { type: target, ids } of numericRefsOf(schema, type, input)) {
    const documents = await identify(dependencies, principal, target, ids);
    if (!documents.ok) return documents;
    found.set(target.uid, documents.value);
  }
  return resolveRefs(schema, type, input, {
    lookup: (uid, id) => found.get(uid)?.get(id),
    defaultLocale: locales.default,
    localized: type.localized,
  });
}

/** The number of new component items, each of which gets an id; `isNew`: of a version that may be new. */
export const countItems = (input: Input, isNew: boolean): number =>
  [...input.components.values()].reduce((sum, component) => sum + countNewItems(component, isNew), 0);

/** Replaces passwords with their hashes, also inside components. */
export async function hashPasswords<T extends Input>(
  schema: Schema,
  shaped: Shaped,
  input: T,
  hasher: PasswordHasher,
): Promise<T> {
  let { values } = input;
  for (const [name, value] of input.values) {
    const attribute = shaped.attributes.get(name);
    const isPassword = attribute?.kind === 'scalar' && attribute.type === 'password';
    if (isPassword && typeof value === 'string')
      values = new Map<string, Json>(values).set(name, await hasher.hash(value));
  }
  if (input.components.size === 0) return { ...input, values };
  const components = new Map<string, ComponentInput>();
  for (const [name, value] of input.components) components.set(name, await hashItems(schema, value, hasher));
  return { ...input, values, components };
}

async function hashItems(
  schema: Schema,
  value: ComponentInput,
  hasher: PasswordHasher,
): Promise<ComponentInput> {
  if (value === null) return null;
  const hashItem = (item: ItemInput): Promise<ItemInput> =>
    hashPasswords(schema, componentOf(schema, item.component), item, hasher);
  return 'component' in value ? hashItem(value) : Promise.all(value.map(hashItem));
}
