import type { ContentType } from '../../../../domain/schema/schema.js';
import type { FieldDependencies } from '../read/read-fields.js';
import type { Generation } from '../schema/generation.js';
import type { YieldingFields } from '../schema/named-field.js';
import type { Editing } from './editing.js';
import { historyFields } from './history-fields.js';

/** Returns the fields of one content-type, in groups of which each is offered or not. */
export function editingFields(
  generation: Generation,
  dependencies: FieldDependencies,
  editing: Editing,
  type: ContentType,
): readonly YieldingFields[] {
  if (!type.exposed) return [];
  const { shadow } = generation;
  const isRead = shadow.isActionEnabled(type.uid, type.kind === 'singleType' ? 'find' : 'findOne');
  return isRead && editing.hasHistory(type)
    ? historyFields(generation, dependencies, editing.history, type)
    : [];
}
