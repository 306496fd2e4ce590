import { failure } from '../../domain/failure.js';
import { err, ok, type Result } from '../../domain/result.js';
import { isSystem, type ContentType } from '../../domain/schema/schema.js';

/** The attributes that a grant is about, in one order, each once; undefined where nothing was said: all. */
export function checkFields(type: ContentType, fields: unknown): Result<readonly string[] | undefined> {
  if (fields === undefined || fields === null) return ok(undefined);
  if (!Array.isArray(fields))
    return err(failure('INPUT.INVALID', 'Fields are a list of names of attributes', { key: 'fields' }));
  const own = [...type.attributes.values()].filter((attribute) => !isSystem(attribute));
  const names = new Set(own.map(({ name }) => name));
  const stranger: unknown = fields.find((field) => !names.has(field as string));
  if (stranger !== undefined || fields.includes(undefined)) {
    const said = JSON.stringify(stranger) ?? String(stranger);
    const isKept = typeof stranger === 'string' && type.attributes.has(stranger);
    const message = isKept
      ? `Fields need not name ${said}, which is always there`
      : `${type.uid} has no attribute ${said}; there are: ${[...names].join(', ')}`;
    return err(failure('INPUT.INVALID', message, { key: stranger ?? 'fields' }));
  }
  return ok([...new Set(fields as readonly string[])].sort());
}
