import { fileType } from '../../../../domain/schema/built-in-uids.js';
import type { ContentType } from '../../../../domain/schema/schema.js';
import type { FieldDependencies } from '../read/read-fields.js';
import { isEnabled, type Generation } from '../schema/generation.js';
import type { YieldingFields } from '../schema/named-field.js';
import type { Editing } from './editing.js';
import { folderFields } from './folder-fields.js';
import { historyFields } from './history-fields.js';
import { releaseFields } from './release-fields.js';
import { transitionFields } from './transition-fields.js';

/** Returns the fields for editing the served content-types and folders of files, in groups of which each is offered or not. */
export function editingFields(
  generation: Generation,
  dependencies: FieldDependencies,
  editing: Editing,
  served: readonly ContentType[],
): readonly YieldingFields[] {
  const types = served.filter(({ exposed }) => exposed);
  const isReleased = types.some(({ draftAndPublish }) => draftAndPublish);
  return [
    ...types.flatMap((type) => fieldsOf(generation, dependencies, editing, type)),
    ...(isReleased ? [releaseFields(generation, editing.releases, editing.reports)] : []),
    ...(isEnabled(generation, fileType) ? [folderFields(generation, editing.folders, editing.reports)] : []),
  ];
}

const transitions = ['publish', 'unpublish', 'discardDraft'] as const;

function fieldsOf(
  generation: Generation,
  dependencies: FieldDependencies,
  editing: Editing,
  type: ContentType,
): readonly YieldingFields[] {
  const { shadow } = generation;
  const isRead = shadow.isActionEnabled(type.uid, type.kind === 'singleType' ? 'find' : 'findOne');
  const isUpdated = type.draftAndPublish && shadow.isActionEnabled(type.uid, 'update');
  const kinds = isUpdated ? transitions.filter((kind) => editing.hasTransition(type, kind)) : [];
  return [
    ...(isRead && editing.hasHistory(type)
      ? historyFields(generation, dependencies, editing.history, type)
      : []),
    ...(kinds.length > 0 ? [transitionFields(generation, dependencies, editing.releases, type, kinds)] : []),
  ];
}
