import type { Action } from '../../../../domain/permission/permission.js';
import type { ContentType, Schema } from '../../../../domain/schema/schema.js';

/** One route of a content-type. */
export interface CoreRoute {
  readonly type: ContentType;
  readonly action: Action;
}

const onCollection: Readonly<Record<string, Action>> = { GET: 'find', POST: 'create' };
const onDocument: Readonly<Record<string, Action>> = { GET: 'findOne', PUT: 'update', DELETE: 'delete' };
const onSingle: Readonly<Record<string, Action>> = { GET: 'find', PUT: 'update', DELETE: 'delete' };

/** The route of a content-type that is called `GET /restaurants/:id`, whatever the parameter's name. */
export function coreRouteOf(schema: Schema, called: string): CoreRoute | undefined {
  const [method = '', path = ''] = called.split(' ');
  const [name = '', parameter, ...rest] = path.replace(/^\/|\/$/g, '').split('/');
  if (rest.length > 0 || (parameter !== undefined && !parameter.startsWith(':'))) return undefined;
  for (const type of schema.contentTypes.values()) {
    const isSingle = type.kind === 'singleType';
    const segment = isSingle ? type.singularName : type.pluralName;
    if (!type.exposed || segment.toLowerCase() !== name.toLowerCase()) continue;
    if (isSingle && parameter !== undefined) return undefined;
    const methods = isSingle ? onSingle : parameter === undefined ? onCollection : onDocument;
    const action = Object.hasOwn(methods, method) ? methods[method] : undefined;
    return action && { type, action };
  }
  return undefined;
}
