import { findPart, type Binding, type Instance } from '../../app-code/app-parts.js';
import { errors } from '../../app-code/errors.js';

type Handler = (context: object, config: unknown, instance: Instance) => unknown;

/** A policy with its configuration. */
export interface BoundPolicy {
  run(context: object): unknown;
}

/**
 * Binds the policies that a route or a resolver lists: a registered name, `{ name, config }`, or a function `(context,
 * { strapi })`. A registered policy is a function `(context, config, { strapi })`, or `{ handler, validator }`, whose
 * validator throws if a config is invalid. Throws an error that includes the position for anything else.
 */
export function bindPolicies(listed: unknown, binding: Binding): readonly BoundPolicy[] {
  if (listed === undefined || listed === null) return [];
  if (!Array.isArray(listed)) throw new Error(`${binding.where}: policies must be a list`);
  return listed.map((item: unknown) => bindPolicy(item, binding));
}

/**
 * Runs the policies in order. A policy passes by returning true or undefined; any other result throws a `PolicyError`.
 * Returns false if a policy has returned undefined and `hasRefused`: it has made the answer by itself.
 */
export async function runPolicies(
  policies: readonly BoundPolicy[],
  context: object,
  hasRefused: () => boolean = () => false,
): Promise<boolean> {
  for (const policy of policies) {
    const answer = await policy.run(context);
    if (answer !== true && answer !== undefined) throw new errors.PolicyError();
    if (answer === undefined && hasRefused()) return false;
  }
  return true;
}

function bindPolicy(item: unknown, binding: Binding): BoundPolicy {
  const { instance, where } = binding;
  // A function without a config gets the instance as its second parameter, as existing policies expect.
  if (typeof item === 'function') return { run: (context) => (item as Handler)(context, instance, instance) };
  if (typeof item === 'string') return registered(item, {}, binding);
  const { name, config = {} } = (item ?? {}) as { readonly name?: unknown; readonly config?: unknown };
  if (typeof name === 'string') return registered(name, config, binding);
  throw new Error(`${where}: a policy must be a name, { name, config } or a function`);
}

function registered(name: string, config: unknown, binding: Binding): BoundPolicy {
  const { file, value } = findPart('policies', name, binding);
  const { handler, validator } =
    typeof value === 'function' ? { handler: value, validator: undefined } : membersOf(value);
  if (typeof handler !== 'function')
    throw new Error(`${file}: a policy must be a function, or { handler } with one`);
  if (typeof validator === 'function')
    validate(validator as (config: unknown) => unknown, config, name, binding);
  return { run: (context) => (handler as Handler)(context, config, binding.instance) };
}

const membersOf = (value: unknown): { readonly handler?: unknown; readonly validator?: unknown } =>
  typeof value === 'object' && value !== null ? value : {};

function validate(
  validator: (config: unknown) => unknown,
  config: unknown,
  name: string,
  { where }: Binding,
): void {
  try {
    validator(config);
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    throw new Error(`${where}: the policy ${name} refuses its config: ${reason}`, { cause: thrown });
  }
}
