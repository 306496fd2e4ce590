import type { Json } from '../../../../../../domain/schema/schema.js';
import { longestGrowing } from '../longest-growing.js';

export interface LinkChange {
  readonly kind: 'added' | 'removed' | 'moved';
  readonly documentId: string;
  readonly label: string;
  /** Whether the document does not exist any more. */
  readonly isGone: boolean;
}

type Target = { readonly [name: string]: Json };

const isTarget = (value: Json): value is Target =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const text = (value: Json | undefined): string => (typeof value === 'string' ? value : '');

const idOf = ({ documentId }: Target): string => text(documentId);

/** Says which links of a list are new, gone, or in another place among those that stay. Moved are as few as possible. */
export function linkChanges(from: readonly Json[], to: readonly Json[]): readonly LinkChange[] {
  const [then, now] = [from.filter(isTarget), to.filter(isTarget)];
  const [before, after] = [new Set(then.map(idOf)), new Set(now.map(idOf))];
  const places = new Map(then.map((target, at) => [idOf(target), at]));
  const staying = now.filter((target) => before.has(idOf(target)));
  const inOrder = longestGrowing(staying.map((target) => places.get(idOf(target)) ?? 0));
  const change = (kind: LinkChange['kind']) => (target: Target) => ({
    kind,
    documentId: idOf(target),
    label: text(target['title']) || idOf(target),
    isGone: target['gone'] === true,
  });
  return [
    ...then.filter((target) => !after.has(idOf(target))).map(change('removed')),
    ...now.filter((target) => !before.has(idOf(target))).map(change('added')),
    ...staying.filter((_, at) => !inOrder.has(at)).map(change('moved')),
  ];
}
