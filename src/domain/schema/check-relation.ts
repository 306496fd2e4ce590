import { didYouMean } from '../nearest-name.js';
import type { ContentTypeDraft } from './read-shaped.js';
import type { AttributeDraft, RelationDraft } from './attribute-draft.js';
import { shown } from './read-option.js';
import type { RelationKind, Uid } from './schema.js';

/** `known` includes types whose files have faults, so that a relation to one of these is not reported as well. */
export interface Types {
  readonly read: ReadonlyMap<Uid, ContentTypeDraft>;
  readonly known: ReadonlySet<Uid>;
}

/** The kind that the other end of a two-way relation must have. */
const inverseKind: Readonly<Record<RelationKind, RelationKind>> = {
  oneToOne: 'oneToOne',
  oneToMany: 'manyToOne',
  manyToOne: 'oneToMany',
  manyToMany: 'manyToMany',
};

/** Returns the target type of a relation. Reports it if there is none. */
export function checkTarget(types: Types, draft: RelationDraft): ContentTypeDraft | undefined {
  const target = types.read.get(draft.target);
  if (target !== undefined || types.known.has(draft.target)) return target;
  const node = draft.node.at('target');
  if (draft.target.startsWith('admin::')) {
    return node.fault(
      'content cannot link to administrators: use "plugin::users-permissions.user", or remove the attribute',
    );
  }
  return node.fault(
    `there is no content-type ${shown(draft.target)}${didYouMean(draft.target, types.known)}: add its schema.json, or correct the name`,
  );
}

/**
 * Returns the other end of an `inversedBy` relation: undefined for a one-way relation, `faulty` if the ends do not
 * match.
 */
export function checkInverse(
  types: Types,
  type: ContentTypeDraft,
  draft: RelationDraft,
): RelationDraft | undefined | 'faulty' {
  const target = checkTarget(types, draft);
  if (target === undefined) return 'faulty';
  if (draft.inversedBy === undefined) return undefined;
  return otherEnd(type, draft, target, 'inversedBy', 'mappedBy') ?? 'faulty';
}

/** Reports a `mappedBy` end that does not match its other end. */
export function checkOwner(types: Types, type: ContentTypeDraft, draft: RelationDraft): void {
  const target = checkTarget(types, draft);
  if (target !== undefined) otherEnd(type, draft, target, 'mappedBy', 'inversedBy');
}

type Option = 'inversedBy' | 'mappedBy';

function otherEnd(
  type: ContentTypeDraft,
  draft: RelationDraft,
  target: ContentTypeDraft,
  here: Option,
  there: Option,
): RelationDraft | undefined {
  const name = draft[here] ?? '';
  const node = draft.node.at(here);
  if (target.uid === type.uid && name === draft.basics.name) {
    return node.fault(
      'a relation cannot be its own other end: add a second attribute for the way back and name it here',
    );
  }
  const wanted = wantedEnd(type, draft, there);
  if (!target.node.at('attributes').at(name).present) {
    return node.fault(
      `${target.uid} has no attribute "${name}": add "${name}": ${wanted} to ${target.node.file}`,
    );
  }
  const other = target.attributes.get(name);
  // An attribute that could not be read already has a fault of its own.
  if (other === undefined) return undefined;
  if (agrees(other, type, draft, there)) return other;
  if (agrees(other, type, draft, here)) return sameOption(type, draft, other, target, here);
  return node.fault(
    `"${name}" of ${target.uid} does not lead back here: it must be ${wanted} in ${target.node.file}`,
  );
}

function agrees(
  other: AttributeDraft,
  type: ContentTypeDraft,
  draft: RelationDraft,
  option: Option,
): other is RelationDraft {
  return (
    other.kind === 'relation-draft' &&
    other.media === undefined &&
    other.target === type.uid &&
    other.relation === inverseKind[draft.relation] &&
    other[option] === draft.basics.name
  );
}

/** Both ends have the same option, which is one mistake: the first of the two in the order of their names reports it. */
function sameOption(
  type: ContentTypeDraft,
  draft: RelationDraft,
  other: RelationDraft,
  target: ContentTypeDraft,
  option: Option,
): undefined {
  if (`${type.uid} ${draft.basics.name}` > `${target.uid} ${other.basics.name}`) return undefined;
  const missing = option === 'inversedBy' ? 'mappedBy' : 'inversedBy';
  return draft.node
    .at(option)
    .fault(
      `"${other.basics.name}" of ${target.uid} has ${option} too: one of the two must have ${missing}, for example in ${target.node.file}`,
    );
}

const wantedEnd = (type: ContentTypeDraft, draft: RelationDraft, there: Option): string =>
  JSON.stringify({
    type: 'relation',
    relation: inverseKind[draft.relation],
    target: type.uid,
    [there]: draft.basics.name,
  });
