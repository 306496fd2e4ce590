import type { ComponentInput, Input, ItemInput } from '../../domain/document/input.js';
import { componentOf, type Json, type Schema, type Shaped } from '../../domain/schema/schema.js';
import type { PasswordHasher } from '../ports/password-hasher.js';

/** Replaces passwords by their hashes, also inside components, before anything is stored. */
export async function hashPasswords<T extends Input>(
  schema: Schema,
  shaped: Shaped,
  input: T,
  hasher: PasswordHasher,
): Promise<T> {
  const values = new Map<string, Json>(input.values);
  for (const [name, value] of values) {
    const attribute = shaped.attributes.get(name);
    const isPassword = attribute?.kind === 'scalar' && attribute.type === 'password';
    if (isPassword && typeof value === 'string') values.set(name, await hasher.hash(value));
  }
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
