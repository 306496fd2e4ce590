import { findPart, type Binding, type Instance } from '../../app-code/app-parts.js';
import { errors } from './thrown-errors.js';

type Handler = (context: object, config: unknown, instance: Instance) => unknown;

/** A policy with its config, ready to be asked. */
export interface BoundPolicy {
  ask(context: object): unknown;
}

/**
 * Policies as a route or a resolver lists them: a registered name, `{ name, config }`, or a function
 * `(context, { strapi })`. A registered policy is a function `(context, config, { strapi })`, or
 * `{ handler, validator }`, whose validator throws where it does not like a config. Throws, with where it is written,
 * for anything else.
 */
export function bindPolicies(listed: unknown, binding: Binding): readonly BoundPolicy[] {
  if (listed === undefined || listed === null) return [];
  if (!Array.isArray(listed)) throw new Error(`${binding.where}: policies must be a list`);
  return listed.map((item: unknown) => bindPolicy(item, binding));
}

/** Asks one after the other. A policy lets through by answering true, or nothing at all; else a `PolicyError` is thrown. */
export async function askPolicies(policies: readonly BoundPolicy[], context: object): Promise<void> {
  for (const policy of policies) {
    const answer = await policy.ask(context);
    if (answer !== true && answer !== undefined) throw new errors.PolicyError();
  }
}

function bindPolicy(item: unknown, binding: Binding): BoundPolicy {
  const { instance, where } = binding;
  // Without a config of its own, a function gets the instance at once: that is how existing ones read it.
  if (typeof item === 'function') return { ask: (context) => (item as Handler)(context, instance, instance) };
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
  return { ask: (context) => (handler as Handler)(context, config, binding.instance) };
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
