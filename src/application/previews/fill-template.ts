import { failure } from '../../domain/failure.js';
import { reason } from '../../domain/reason/reason.js';
import { err, ok, type Result } from '../../domain/result.js';
import type { ContentType, Json, Schema, Uid } from '../../domain/schema/schema.js';

const placeholder = /\{([\w-]+)\}/g;

/** What an address can name beside attributes. */
const named: ReadonlySet<string> = new Set(['status', 'token']);

/** The names in braces. */
const namesIn = (template: string): readonly string[] =>
  [...template.matchAll(placeholder)].map(([, name = '']) => name);

/** The attributes whose values an address needs. */
export const attributesIn = (template: string, { attributes }: ContentType): readonly string[] =>
  namesIn(template).filter((name) => !named.has(name) && attributes.has(name));

/** Returns what is wrong with the addresses of content-types. */
export const checkTemplates = (
  { contentTypes }: Schema,
  templates: Readonly<Record<Uid, string>>,
): readonly { readonly type: Uid; readonly message: string }[] =>
  Object.entries(templates).flatMap(([uid, template]) => {
    const type = contentTypes.get(uid);
    if (type === undefined || !type.exposed) return [{ type: uid, message: 'is no content-type of the app' }];
    const names = namesIn(template).filter((name) => !isKnown(type, name));
    return names.map((name) => ({ type: uid, message: `{${name}} is no attribute that can be shown` }));
  });

function isKnown({ attributes }: ContentType, name: string): boolean {
  if (named.has(name) || name === 'locale') return true;
  const attribute = attributes.get(name);
  return attribute?.kind === 'scalar' && attribute.type !== 'password' && !attribute.private;
}

/** Fills in the values, encoded for an address. Fails with `INPUT.MISMATCH` where one is empty, but for `locale`. */
export function fillTemplate(
  template: string,
  values: Readonly<Record<string, Json | undefined>>,
): Result<string> {
  const textOf = (name: string): string => {
    const value = values[name] ?? '';
    return typeof value === 'object' ? '' : String(value);
  };
  const empty = namesIn(template).find((name) => name !== 'locale' && textOf(name) === '');
  if (empty !== undefined) {
    return err(failure('INPUT.MISMATCH', reason('preview.value', { name: empty }), { key: empty }));
  }
  return ok(
    template.replaceAll(placeholder, (_found, name: string) =>
      encodeURIComponent(textOf(name).toWellFormed()),
    ),
  );
}
