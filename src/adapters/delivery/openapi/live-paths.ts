import type { ContentType } from '../../../domain/schema/schema.js';
import { typeNameOf } from '../codec/type-name.js';
import { reading } from './answers.js';
import { text, parameterRef, type Operation, type Parameter, type Paths, type Ref } from './openapi.js';
import { filtersOf, populateOf } from './shared-parts.js';

/** The paths of live changes. */

const after: Parameter = { name: 'after', in: 'query', schema: text };
const types: Parameter = { name: 'types', in: 'query', required: true, schema: text };

const streaming = (
  parameters: readonly (Parameter | Ref)[],
): Pick<Operation, 'parameters' | 'responses'> => ({
  parameters: [...parameters, after],
  responses: reading(
    {
      description: 'A stream of the events change, leave, reset and end (docs/live-changes.md)',
      content: { 'text/event-stream': { schema: text } },
    },
    '429',
  ),
});

/** Returns the path with the changes of one content-type. */
export function livePath(type: ContentType, prefix: string): Paths {
  const { kind, singularName, pluralName, displayName, localized, draftAndPublish } = type;
  const name = kind === 'singleType' ? singularName : pluralName;
  const get: Operation = {
    operationId: `listenTo${typeNameOf(type)}`,
    summary: `Listen to changes of ${name}`,
    tags: [displayName],
    ...streaming([
      filtersOf(typeNameOf(type)),
      parameterRef('fields'),
      populateOf(typeNameOf(type)),
      ...(localized ? [parameterRef('locale')] : []),
      ...(draftAndPublish ? [parameterRef('status')] : []),
    ]),
  };
  return { [`${prefix}/${name}/changes`]: { get } };
}

/** Returns the path with the changes of several content-types. */
export function livePaths(prefix: string): Paths {
  const get: Operation = {
    operationId: 'listenToChanges',
    summary: 'Listen to changes of several content-types: api::a.a,api::b.b',
    tags: ['Live changes'],
    ...streaming([types, parameterRef('locale'), parameterRef('status')]),
  };
  return { [`${prefix}/changes`]: { get } };
}
