import type { WriteWork } from '../../../../application/ports/document-store.js';
import { decideAtOnce } from '../../../../application/stores/write-protocol.js';
import { ThrownFailure } from '../../../../application/thrown-failure.js';
import type { VersionChange, WritePlan } from '../../../../domain/plan/write-plan.js';
import { linkSideOf, type LinkSide } from '../../../../domain/relation/link-list.js';
import type { ContentType, Link, Side } from '../../../../domain/schema/schema.js';

/** A write that may be performed together with others. */
export interface Candidate {
  readonly work: WriteWork;
  readonly type: ContentType;
  readonly documentId: string;
  /** Null: what is stored decides. */
  readonly plan: WritePlan | null;
}

/** A decided write that the same statements can perform as others. */
export interface JointWrite {
  readonly work: WriteWork;
  readonly plan: WritePlan;
}

/** Returns null for a write that needs its own statements. */
export function candidateOf(work: WriteWork): Candidate | null {
  const { answer, guards = [], requirements } = work;
  if (answer !== null || guards.length > 0) return null;
  if (requirements !== null && requirements.lists.length + requirements.sequenceKeys > 0) return null;
  const document = requirements?.document ?? null;
  if (document !== null) {
    const isOwn =
      document.type.kind === 'singleType' || document.filled.some(({ except }) => except.length > 0);
    return isOwn ? null : { work, type: document.type, documentId: document.documentId, plan: null };
  }
  const plan = planOf(work);
  if (plan === null || plan.type.kind === 'singleType' || !isJoint(plan)) return null;
  return { work, type: plan.type, documentId: plan.documentId, plan };
}

/** A write that is refused is refused again when it is performed by itself. */
function planOf(work: WriteWork): WritePlan | null {
  try {
    return decideAtOnce(work);
  } catch (error) {
    if (error instanceof ThrownFailure) return null;
    throw error;
  }
}

/**
 * Whether the statements of `lowerJoint` can write the plan. Its links must not take the place of those of other documents, and a
 * document that exists must not edit links to documents of its own type, which may be written with it.
 */
export function isJoint(plan: WritePlan): boolean {
  const { versions, lists, applyPending } = plan;
  const ends = [...sidesOf(plan), ...applyPending];
  return (
    versions.length > 0 &&
    versions.every(isJointVersion) &&
    [...lists, ...applyPending].every(({ exclusive }) => !exclusive) &&
    (isInsert(plan) || ends.every(({ link }) => link.source.type !== link.target.type)) &&
    new Set(ends.map(({ link }) => link)).size === new Set(ends.map(endName)).size
  );
}

function isJointVersion(change: VersionChange): boolean {
  switch (change.op) {
    case 'insert':
      return change.shared === null && change.isBesidePublished === undefined;
    case 'update':
      return (
        change.updatedAt !== null && (change.createdAt ?? change.publishedAt ?? change.isGiven) === undefined
      );
    case 'discard':
      return false;
    default:
      return true;
  }
}

export const isInsert = ({ versions: [first] }: WritePlan): boolean => first?.op === 'insert';

export const isRemoval = ({ versions: [first] }: WritePlan): boolean => first?.op === 'remove';

/** The sides from which the plan writes links. */
const sidesOf = ({ lists }: WritePlan): readonly LinkSide[] =>
  lists
    .filter(({ place, remove }) => place.length + remove.length > 0)
    .map(({ relation }) => linkSideOf(relation));

const endName = ({ link, side }: LinkSide): string => `${side} ${link.name}`;

/** More would keep others waiting for too long. */
const mostWrites = 500;

/**
 * Writes that follow each other, of which none reads or links what another writes: of different documents of one type, or of new
 * documents, of any types, that may link those before them.
 */
export class Run {
  readonly candidates: Candidate[] = [];
  private readonly written = new Map<string, Candidate>();
  private readonly linked = new Set<string>();
  private readonly sides = new Map<Link, Side>();

  constructor(first: Candidate) {
    this.add(first);
  }

  /** Adds the candidate if there is room for it. */
  admits(candidate: Candidate): boolean {
    const [first] = this.candidates;
    const { documentId, work, plan } = candidate;
    const isAlike =
      first !== undefined &&
      this.candidates.length < mostWrites &&
      (first.work.entry === undefined) === (work.entry === undefined) &&
      (first.work.change === undefined) === (work.change === undefined) &&
      (first.type === candidate.type || (isNew(candidate) && this.candidates.every(isNew))) &&
      (first.plan !== null && isRemoval(first.plan)) === (plan !== null && isRemoval(plan));
    if (!isAlike || this.written.has(documentId) || this.linked.has(documentId)) return false;
    const isFree = linkedBy(candidate).every((each) => {
      const made = this.written.get(each);
      return made === undefined || mayLinkNew(candidate, made);
    });
    const isSided = endsOf(candidate).every(({ link, side }) => (this.sides.get(link) ?? side) === side);
    if (!isFree || !isSided) return false;
    this.add(candidate);
    return true;
  }

  private add(candidate: Candidate): void {
    this.candidates.push(candidate);
    this.written.set(candidate.documentId, candidate);
    for (const each of linkedBy(candidate)) this.linked.add(each);
    for (const { link, side } of endsOf(candidate)) this.sides.set(link, side);
  }
}

const isNew = ({ plan }: Candidate): boolean => plan !== null && isInsert(plan);

const endsOf = ({ plan }: Candidate): readonly LinkSide[] => (plan === null ? [] : sidesOf(plan));

function linkedBy({ work, documentId }: Candidate): readonly string[] {
  const locked = (work.requirements?.locks ?? []).map((lock) => lock.documentId);
  return locked.filter((each) => each !== documentId);
}

/** A new document may link one that is made before it, unless the history would show the link in what it captures of that one. */
function mayLinkNew({ plan }: Candidate, made: Candidate): boolean {
  const [insert] = made.plan?.versions ?? [];
  if (plan === null || !isInsert(plan) || insert?.op !== 'insert') return false;
  const isBare = made.work.capture?.plan?.shape.members.every(({ kind }) => kind !== 'relation') ?? true;
  const isThere = plan.targets
    .filter(({ documentIds }) => documentIds.includes(made.documentId))
    .every(
      ({ type, locale }) =>
        type === made.type && (!type.localized || locale === null || locale === insert.locale),
    );
  return isBare && isThere;
}

/**
 * The most characters that the texts of one statement have together, because it is in memory several times. One row may have
 * more.
 */
const mostCharacters = 4_000_000;

/** Writes of one form share the parts of a statement, and planning takes time for each part. */
const mostForms = 8;

/** Divides the writes of a run, in their order, into groups of one statement each. */
export function groupsOf(writes: readonly JointWrite[]): readonly (readonly JointWrite[])[] {
  const groups: { readonly writes: JointWrite[]; readonly forms: Set<string>; characters: number }[] = [];
  for (const write of writes) {
    const form = formOf(write.plan);
    const characters = charactersOf(write.plan);
    const last = groups.at(-1);
    const hasRoom =
      last !== undefined &&
      last.characters + characters <= mostCharacters &&
      (last.forms.has(form) || last.forms.size < mostForms);
    if (hasRoom) {
      last.writes.push(write);
      last.forms.add(form);
      last.characters += characters;
    } else groups.push({ writes: [write], forms: new Set([form]), characters });
  }
  return groups.map((group) => group.writes);
}

/** Plans of one form write the same columns of versions of the same layers and locale. */
export const formOf = ({ type, versions }: WritePlan): string =>
  JSON.stringify([
    type.uid,
    ...versions.map((change) => [
      change.op,
      'layer' in change ? change.layer : 'layers' in change ? change.layers : null,
      change.locale,
      'values' in change && change.op !== 'insert' ? [...change.values.keys()] : [],
      'updatedAt' in change && change.updatedAt === null,
      'attributes' in change ? change.attributes.map(({ name }) => name) : [],
    ]),
  ]);

/** Returns the items that have the same key together, in the order of the first of them. */
export function alikeBy<T>(
  items: Iterable<T>,
  keyOf: (item: T) => unknown,
): readonly (readonly [T, ...T[]])[] {
  const groups = new Map<unknown, [T, ...T[]]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return [...groups.values()];
}

const charactersOf = ({ versions }: WritePlan): number =>
  versions
    .flatMap((change) => ('values' in change ? [...change.values.values()] : []))
    .reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 0), 0);
