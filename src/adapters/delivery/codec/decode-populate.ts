import type {
  Filter,
  Populate,
  Sort,
  ZoneMember,
  PopulateMember,
  Selection,
} from '../../../domain/query/query.js';
import { ok, type Result } from '../../../domain/result.js';
import { NodeLimit, isList, isRecord, type Param, type ParamRecord } from './param.js';
import { decodeFields } from './decode-fields.js';
import { decodeFilters } from './decode-filters.js';
import { decodeSort } from './decode-sort.js';
import { invalidKey, invalidParam } from './query-failures.js';
import { Flag, decodeWith } from './scalar-codecs.js';

const param = 'populate';
type Done = Result<null>;
const done: Done = ok(null);

/** Decodes every syntax of `populate`: `*`, names, dotted paths, lists of these, and records of members. */
export function decodePopulate(raw: Param): Result<Populate | undefined> {
  const branch = emptyBranch();
  const added = addPopulate(branch, raw, '', 1, new NodeLimit(param));
  return added.ok ? ok(toPopulate(branch)) : added;
}

/** Adds the members of `raw` to `branch`, which is at `path` (empty at the root). */
function addPopulate(branch: Branch, raw: Param, path: string, depth: number, limit: NodeLimit): Done {
  if (raw === null || raw === '') return done;
  if (isRecord(raw)) return addMembers(branch, raw, path, depth, limit);
  if (raw === '*') {
    branch.all = true;
    return done;
  }
  const names = namesOf(raw, path);
  if (!names.ok) return names;
  for (const name of names.value) {
    if (name === 'true' || name === 'false') return invalidAt(path, name);
    const leaf = descend(branch, name, path, depth, limit);
    if (!leaf.ok) return leaf;
  }
  return done;
}

function namesOf(raw: string | readonly Param[], path: string): Result<readonly string[]> {
  const names: string[] = [];
  for (const [index, item] of (isList(raw) ? raw : [raw]).entries()) {
    if (item === '*') return invalidAt(path, item);
    if (typeof item !== 'string') return invalidAt(path, String(index));
    for (const name of item.split(',')) if (name.trim() !== '') names.push(name.trim());
  }
  return ok(names);
}

/** Returns the leaf at the end of a dotted path below `branch`; adds the missing parts of the path. */
function descend(
  branch: Branch,
  dotted: string,
  path: string,
  depth: number,
  limit: NodeLimit,
): Result<Leaf> {
  let at = { options: {}, below: branch } as Leaf;
  for (const [index, name] of dotted.split('.').entries()) {
    const counted = limit.count(depth + index);
    if (!counted.ok) return counted;
    if (name === '' || name === '*') return invalidAt(path, dotted);
    at = leafOf(at.below, name);
  }
  return ok(at);
}

function addMembers(
  branch: Branch,
  record: ParamRecord,
  path: string,
  depth: number,
  limit: NodeLimit,
): Done {
  for (const [name, raw] of Object.entries(record)) {
    const at = path === '' ? name : `${path}.${name}`;
    if (raw === 'false') continue;
    if (raw !== 'true' && raw !== '*' && !isRecord(raw)) return invalidMember(name, raw, at);
    const leaf = descend(branch, name, path, depth, limit);
    if (!leaf.ok) return leaf;
    if (raw === '*') {
      leaf.value.below.all = true;
      leaf.value.options = { ...leaf.value.options, star: true };
    }
    const added = isRecord(raw) ? addOptions(leaf.value, raw, at, depth, limit) : done;
    if (!added.ok) return added;
  }
  return done;
}

const invalidMember = (name: string, raw: Exclude<Param, ParamRecord>, at: string): Done => {
  if (isList(raw)) return invalidAt(at, '0');
  return raw === null || raw === '' ? invalidKey(name, at, param) : invalidAt(at, raw);
};

/** Adds the options of a member: `fields`, `filters`, `sort`, `populate`, `on`, `count`. */
function addOptions(leaf: Leaf, record: ParamRecord, path: string, depth: number, limit: NodeLimit): Done {
  for (const [key, raw] of Object.entries(record)) {
    if (key === 'populate') {
      const below = addPopulate(leaf.below, raw, path, depth + 1, limit);
      if (!below.ok) return below;
      continue;
    }
    const part = decodePart(key, raw, path, depth, limit);
    if (!part.ok) return part;
    if (part.value !== undefined) leaf.options = { ...leaf.options, [key]: part.value };
  }
  return done;
}

type Part = MemberParts[keyof MemberParts] | Filter | readonly Sort[];

function decodePart(key: string, raw: Param, path: string, depth: number, limit: NodeLimit): Result<Part> {
  switch (key) {
    case 'fields':
      return decodeFields(raw, param);
    case 'filters':
      return decodeFilters(raw, param);
    case 'sort':
      return decodeSort(raw, param);
    case 'on':
      return decodeOn(raw, path, depth, limit);
    case 'count':
      return decodeCount(raw, path);
    default:
      return invalidAt(path, key);
  }
}

function decodeCount(raw: Param, path: string): Result<boolean> {
  const count = decodeWith(Flag, raw);
  return count === undefined
    ? invalidParam(`Invalid count at ${path}: expected true or false`, 'count', param)
    : ok(count);
}

function decodeOn(raw: Param, path: string, depth: number, limit: NodeLimit): Result<readonly ZoneMember[]> {
  if (!isRecord(raw)) return invalidAt(path, 'on');
  const members: ZoneMember[] = [];
  for (const [component, options] of Object.entries(raw)) {
    const counted = limit.count(depth);
    if (!counted.ok) return counted;
    const leaf: Leaf = { options: {}, below: emptyBranch() };
    const added = addComponentOptions(leaf, component, options, `${path}.${component}`, depth, limit);
    if (!added.ok) return added;
    members.push({ component, ...toSelection(leaf) });
  }
  return ok(members);
}

function addComponentOptions(
  leaf: Leaf,
  component: string,
  options: Param,
  path: string,
  depth: number,
  limit: NodeLimit,
): Done {
  if (options === 'true') return done;
  if (options === '*') return addPopulate(leaf.below, options, path, depth, limit);
  if (!isRecord(options)) return invalidKey(component, path, param);
  const nested = ['on', 'count'].find((key) => key in options);
  return nested === undefined ? addOptions(leaf, options, path, depth, limit) : invalidAt(path, nested);
}

const invalidAt = (path: string, key: string): Result<never> =>
  invalidKey(key, path === '' ? key : `${path}.${key}`, param);

/** A populate tree under construction. Paths and records may name a member more than once. */
interface Branch {
  all: boolean;
  readonly members: Map<string, Leaf>;
}

/** A member with its own options, and the members below it. */
interface Leaf {
  options: MemberParts;
  readonly below: Branch;
}

type MemberParts = Omit<Selection, 'populate'> & {
  readonly on?: readonly ZoneMember[];
  readonly count?: boolean;
  readonly star?: boolean;
};

const emptyBranch = (): Branch => ({ all: false, members: new Map() });

/** Returns the member of that name; adds it if it is missing. */
function leafOf(branch: Branch, name: string): Leaf {
  let leaf = branch.members.get(name);
  if (leaf === undefined) branch.members.set(name, (leaf = { options: {}, below: emptyBranch() }));
  return leaf;
}

/** Returns undefined if the branch has no members. */
function toPopulate(branch: Branch): Populate | undefined {
  if (!branch.all && branch.members.size === 0) return undefined;
  const members: PopulateMember[] = [];
  for (const [name, leaf] of branch.members) members.push({ name, ...toSelection(leaf) });
  return { all: branch.all, members };
}

function toSelection(leaf: Leaf): MemberParts & Selection {
  const populate = toPopulate(leaf.below);
  return populate === undefined ? leaf.options : { ...leaf.options, populate };
}
