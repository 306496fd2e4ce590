import { heldActions } from '../../../../application/access/grant-records.js';
import type { GrantRecord } from '../../../../application/ports/access-store.js';
import { noDeclaredActions, type DeclaredActions } from '../../../../application/access/declared-actions.js';
import type { Action } from '../../../../domain/permission/permission.js';
import type { ContentType, Json, Schema } from '../../../../domain/schema/schema.js';

/**
 * The permissions of a role as in Strapi: `{"api::dish": {"controllers": {"dish": {"find": {"enabled": true, "policy": ""}}}}}`.
 */
export type PermissionTree = Record<string, { controllers: Record<string, Record<string, PermissionLeaf>> }>;

interface PermissionLeaf {
  readonly enabled: boolean;
  readonly policy: '';
  /** The limits of the grant. Strapi has neither `fields` nor `filters`. */
  readonly fields?: readonly string[];
  readonly filters?: Json;
}

/** Returns every action that can be granted, and whether `grants` has it. */
export function treeOf(
  schema: Schema,
  grants: readonly GrantRecord[],
  declared: DeclaredActions = noDeclaredActions,
): PermissionTree {
  const tree: PermissionTree = {};
  for (const uid of declared.uids())
    for (const action of declared.of(uid)) controllerOf(tree, uid)[action] = { enabled: false, policy: '' };
  for (const type of schema.contentTypes.values()) {
    const controller = controllerOf(tree, type.uid);
    for (const action of grantableActions(type)) controller[action] = { enabled: false, policy: '' };
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

const grantableActions = ({ kind, draftAndPublish, history }: ContentType): readonly Action[] => [
  ...(kind === 'singleType' ? single : collection),
  ...(draftAndPublish ? ofDrafts : []),
  ...(history === null ? [] : (['history'] as const)),
];

const collection: readonly Action[] = ['find', 'findOne', 'create', 'update', 'delete'];
const single: readonly Action[] = ['find', 'update', 'delete'];
const ofDrafts: readonly Action[] = ['findDrafts', 'publish', 'unpublish', 'discardDraft'];
