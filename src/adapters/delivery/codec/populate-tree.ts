import type { Populate, PopulateMember, Selection, ZoneMember } from '../../../domain/query/query.js';

/** A populate tree while its paths and records are gathered: the same member may be named more than once. */
export interface Branch {
  all: boolean;
  readonly members: Map<string, Leaf>;
}

/** A member: what was said of it, and what is below it. */
export interface Leaf {
  said: MemberParts;
  readonly below: Branch;
}

export type MemberParts = Omit<Selection, 'populate'> & {
  readonly on?: readonly ZoneMember[];
  readonly count?: boolean;
  readonly star?: boolean;
};

export const emptyBranch = (): Branch => ({ all: false, members: new Map() });

/** The member of that name, made where it is not there yet. */
export function leafOf(branch: Branch, name: string): Leaf {
  let leaf = branch.members.get(name);
  if (leaf === undefined) branch.members.set(name, (leaf = { said: {}, below: emptyBranch() }));
  return leaf;
}

/** Undefined where nothing is to be populated. */
export function toPopulate(branch: Branch): Populate | undefined {
  if (!branch.all && branch.members.size === 0) return undefined;
  const members: PopulateMember[] = [];
  for (const [name, leaf] of branch.members) members.push({ name, ...toSelection(leaf) });
  return { all: branch.all, members };
}

export function toSelection(leaf: Leaf): MemberParts & Selection {
  const populate = toPopulate(leaf.below);
  return populate === undefined ? leaf.said : { ...leaf.said, populate };
}
