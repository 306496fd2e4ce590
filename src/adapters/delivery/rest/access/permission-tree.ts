import { heldActions } from '../../../../application/access/grant-records.js';
import type { GrantRecord } from '../../../../application/ports/access-store.js';
import type { Action } from '../../../../domain/permission/permission.js';
import type { ContentType, Json, Schema } from '../../../../domain/schema/schema.js';

/** `{"api::dish": {"controllers": {"dish": {"find": {"enabled": true, "policy": ""}}}}}`, as clients know it. */
export type PermissionTree = Record<string, { controllers: Record<string, Record<string, PermissionLeaf>> }>;

interface PermissionLeaf {
  readonly enabled: boolean;
  readonly policy: '';
  /** Ours: what the grant is about, where it has limits. */
  readonly fields?: readonly string[];
  readonly filters?: Json;
}

/** Everything that could be granted, and whether it is. */
export function treeOf(schema: Schema, grants: readonly GrantRecord[]): PermissionTree {
  const tree: PermissionTree = {};
  for (const type of schema.contentTypes.values()) {
    const controller = controllerOf(tree, type.uid);
    for (const action of sensibleActions(type)) controller[action] = { enabled: false, policy: '' };
  }
  for (const { type, action, ...limits } of heldActions(grants).values())
    controllerOf(tree, type)[action] = { enabled: true, policy: '', ...limits };
  return tree;
}

function controllerOf(tree: PermissionTree, uid: string): Record<string, PermissionLeaf> {
  const dot = uid.indexOf('.');
  const { controllers } = (tree[uid.slice(0, dot)] ??= { controllers: {} });
  return (controllers[uid.slice(dot + 1)] ??= {});
}

const sensibleActions = ({ kind, draftAndPublish }: ContentType): readonly Action[] => [
  ...(kind === 'singleType' ? single : collection),
  ...(draftAndPublish ? ofDrafts : []),
];

const collection: readonly Action[] = ['find', 'findOne', 'create', 'update', 'delete'];
const single: readonly Action[] = ['find', 'update', 'delete'];
const ofDrafts: readonly Action[] = ['findDrafts', 'publish', 'unpublish', 'discardDraft'];
