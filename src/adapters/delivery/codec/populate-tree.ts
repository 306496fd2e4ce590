import type { Populate, PopulateMember, Selection, ZoneMember } from '../../../domain/query/query.js';

/** A populate tree while it is built from paths and records, which may name a member more than once. */
export interface Branch {
  all: boolean;
  readonly members: Map<string, Leaf>;
}

/** A member with its own options, and the members below it. */
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

/** The member of that name, created if it is missing. */
export function leafOf(branch: Branch, name: string): Leaf {
  let leaf = branch.members.get(name);
  if (leaf === undefined) branch.members.set(name, (leaf = { said: {}, below: emptyBranch() }));
  return leaf;
}

/** Undefined without members. */
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
