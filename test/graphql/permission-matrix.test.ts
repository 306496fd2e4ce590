import { expect } from 'chai';
import * as fc from 'fast-check';
import { isInputObjectType } from 'graphql';
import {
  decide,
  type Action,
  type Permission,
  type Principal,
} from '../../src/domain/permission/permission.js';
import { shownAfter } from '../../src/domain/permission/write-permission.js';
import type { Layer } from '../../src/domain/query/query.js';
import { contentTypeOf } from '../../src/domain/schema/schema.js';
import { file, note, topic, writer } from '../http/permission-matrix.js';
import { createMatrixWorld, type MatrixWorld } from './matrix-world.js';
import {
  checkPrincipals,
  expectShown,
  filterText,
  everyPath,
  filterablePaths,
  plantedAt,
  selectablePaths,
  selectionText,
  verdictOf,
  type Path,
  type Verdict,
} from './permission-matrix.js';

/** `refused`: the action; `invalid`: what is named. */
type Outcome = 'refused' | 'invalid' | 'answered';

/** Else the code itself. */
const outcomeOf = (code: unknown): unknown =>
  code === 'FORBIDDEN' ? 'refused' : code === 'BAD_USER_INPUT' ? 'invalid' : (code ?? 'answered');

describe('every principal in every part of GraphQL', function () {
  this.timeout(120_000);
  let world: MatrixWorld;
  let changed: string;
  before(async () => {
    world = await createMatrixWorld();
    changed = await world.create();
  });
  after(async () => {
    await world.close();
    expect(world.errors).to.deep.equal([]);
  });

  const judge = (
    principal: Principal,
    permission: Permission | null,
    path: Path,
    layer: Layer = 'published',
  ): Verdict =>
    permission === null
      ? 'nothing'
      : verdictOf(world.schema, principal, contentTypeOf(world.schema, note), permission, path, layer);

  /** Nobody filters or sorts through what he may not find: he would learn its values by trying. */
  const judgeSearch = (
    principal: Principal,
    permission: Permission | null,
    path: Path,
    layer: Layer = 'published',
  ): Outcome => (judge(principal, permission, path, layer) === 'there' ? 'answered' : 'invalid');

  const selected = (paths: readonly Path[]): string =>
    paths
      .map(
        (path, index) => `p${index}: ${selectionText(world.schema, contentTypeOf(world.schema, note), path)}`,
      )
      .join(' ');

  const plantedBelow = (path: Path) => plantedAt(world.schema, contentTypeOf(world.schema, note), path);

  const expectVisible = (text: string, paths: readonly Path[], verdicts: readonly Verdict[]): void =>
    expectShown(
      world.schema,
      contentTypeOf(world.schema, note),
      text,
      paths.filter((_, index) => verdicts[index] === 'there'),
    );

  const everyWay = (
    paths: readonly Path[],
    check: (principal: Principal, some: readonly Path[]) => Promise<Outcome>,
  ): Promise<void> => checkPrincipals(paths, check, ['answered', 'invalid', 'refused']);

  const reads: readonly (readonly [string, Action, () => string, Layer?])[] = [
    ['a list', 'find', () => 'notes'],
    ['a list of drafts', 'findDrafts', () => 'notes(publicationState: PREVIEW)', 'draft'],
    ['one, by its documentId', 'findOne', () => `note(id: "${world.id}")`],
    ['one, by its number', 'findOne', () => `note(id: ${world.number})`],
  ];
  for (const [title, action, field, layer] of reads)
    it(`reads only what the policy allows: ${title}`, () =>
      everyWay(selectablePaths(world.built, 'Note'), async (principal, paths) => {
        const permission = decide(principal, action, note);
        const verdicts = paths.map((path) => judge(principal, permission, path, layer));
        const expected =
          permission === null ? 'refused' : verdicts.includes('invalid') ? 'invalid' : 'answered';
        const { code, text } = await world.ask(
          principal,
          `{ ${field()} { data { attributes { ${selected(paths)} } } } }`,
        );
        expect(outcomeOf(code), text).to.equal(expected);
        expectVisible(text, paths, expected === 'answered' ? verdicts : []);
        return expected;
      }));

  const searches: readonly (readonly [string, () => readonly Path[], (path: Path) => string])[] = [
    [
      'filters',
      () => filterablePaths(world.built, 'NoteFiltersInput'),
      (path) => `filters: { not: { or: [{ and: [{ ${filterText(path)} }] }] } }`,
    ],
    [
      'sort',
      () =>
        everyPath(world.schema, contentTypeOf(world.schema, note)).filter(
          (path) => !leadsToMany(path) && !isJson(path),
        ),
      (path) => `sort: ["${path.join('.')}:desc"]`,
    ],
  ];
  /** JSON has no order. */
  const isJson = (path: Path): boolean => /^(focalPoint|formats|provider_metadata)$/.test(path.at(-1) ?? '');
  /** Lists are not sorted by lists. */
  const leadsToMany = (path: Path): boolean =>
    path.slice(0, -1).some((name) => /^(topics|notes|images)$/.test(name));
  for (const [title, paths, args] of searches) {
    it(`${title} follow the policy`, () =>
      everyWay(paths(), async (principal, [path = []]) => {
        const permission = decide(principal, 'find', note);
        const expected = permission === null ? 'refused' : judgeSearch(principal, permission, path);
        const { code, text } = await world.ask(principal, `{ notes(${args(path)}) { data { id } } }`);
        expect(outcomeOf(code), text).to.equal(expected);
        return expected;
      }));

    it(`${title} of drafts follow the policy`, () =>
      everyWay(paths(), async (principal, [path = []]) => {
        const permission = decide(principal, 'findDrafts', note);
        const expected = permission === null ? 'refused' : judgeSearch(principal, permission, path, 'draft');
        const { code, text } = await world.ask(
          principal,
          `{ notes(publicationState: PREVIEW, ${args(path)}) { data { id } } }`,
        );
        expect(outcomeOf(code), text).to.equal(expected);
        return expected;
      }));

    it(`${title} of relations follow the policy`, () =>
      everyWay(paths(), async (principal, [path = []]) => {
        const permission = decide(principal, 'findOne', note);
        const way = judge(principal, permission, ['writer', 'notes', 'createdAt']);
        const inner = judgeSearch(principal, decide(principal, 'find', note), path);
        const expected: Outcome =
          permission === null ? 'refused' : way === 'there' ? inner : way === 'invalid' ? way : 'answered';
        const { code, text } = await world.ask(
          principal,
          `{ note(id: "${world.id}") { data { attributes { writer { data { attributes { notes(${args(path)}) { data { id } } } } } } } } }`,
        );
        expect(outcomeOf(code), text).to.equal(expected);
        return expected;
      }));
  }

  /** A value for each field of the input, and what it names: attributes of notes, and content-types. */
  const inputs = (): Readonly<Record<string, { value: string; names?: string; links?: string }>> => ({
    text: { value: '"x"' },
    score: { value: '1' },
    key: { value: '"secret"' },
    hidden: { value: '"x"' },
    writer: { value: `"${world.writer}"`, links: writer },
    topics: { value: `["${world.topic}"]`, links: topic },
    seo: { value: '{ title: "x" }' },
    cover: { value: `"${world.file}"`, links: file },
    // Under another name, for what a component holds.
    seoImages: { value: `{ images: ["${world.file}"] }`, names: 'seo', links: file },
    seoAbout: { value: `{ about: "${world.topic}" }`, names: 'seo', links: topic },
  });

  it('has a value to write for every field of the input', () => {
    const input = world.built.getType('NoteInput');
    const system = new Set(['createdAt', 'updatedAt', 'publishedAt']);
    const names = isInputObjectType(input) ? Object.keys(input.getFields()) : [];
    expect(names.filter((name) => !system.has(name))).to.have.members(
      Object.entries(inputs()).flatMap(([name, { names: other }]) => (other === undefined ? [name] : [])),
    );
  });

  for (const action of ['create', 'update'] as const)
    it(`writes only what the policy allows, and answers only what may be read: ${action}`, () =>
      everyWay(selectablePaths(world.built, 'Note'), async (principal, paths) => {
        const permission = decide(principal, action, note);
        const shown = permission && shownAfter(principal, action, note);
        const [name = ''] = fc.sample(fc.constantFrom(...Object.keys(inputs())), 1);
        const { value, names = name, links } = inputs()[name] ?? { value: '' };
        const isWritten =
          (permission?.fields === null || permission?.fields.has(names) === true) &&
          (links === undefined || decide(principal, 'find', links) !== null);
        const verdicts = paths.map((path) => judge(principal, shown, path));
        const expected: Outcome =
          permission === null
            ? 'refused'
            : isWritten && !verdicts.includes('invalid')
              ? 'answered'
              : 'invalid';
        const before = await world.count();
        const id = action === 'update' ? `id: "${changed}", ` : '';
        const { code, text } = await world.ask(
          principal,
          `mutation { ${action}Note(${id}data: { ${names}: ${value} }) { data { attributes { ${selected(paths)} } } } }`,
        );
        expect(outcomeOf(code), `${names} ${text}`).to.equal(expected);
        expect(await world.count()).to.equal(
          before + (action === 'create' && expected === 'answered' ? 1 : 0),
        );
        const values = paths.map(plantedBelow);
        expect(text).not.to.match(/planted key|planted and hidden|planted@/);
        for (const hidden of values.filter((_, index) => verdicts[index] !== 'there'))
          if (hidden !== null && !values.some((one, index) => one === hidden && verdicts[index] === 'there'))
            expect(text).not.to.contain(hidden);
        return expected;
      }));

  it('deletes only what the policy allows, and answers only what may be read', () =>
    everyWay(selectablePaths(world.built, 'Note'), async (principal, paths) => {
      const isGranted = decide(principal, 'delete', note) !== null;
      const published = decide(principal, 'findOne', note) ?? decide(principal, 'find', note);
      const shown = published ?? decide(principal, 'findDrafts', note);
      const layer = published === null ? 'draft' : 'published';
      const verdicts = paths.map((path) => judge(principal, shown, path, layer));
      const expected = !isGranted ? 'refused' : verdicts.includes('invalid') ? 'invalid' : 'answered';
      const id = await world.create();
      const before = await world.count();
      const { code, text } = await world.ask(
        principal,
        `mutation { deleteNote(id: "${id}") { data { id attributes { ${selected(paths)} } } } }`,
      );
      expect(outcomeOf(code), text).to.equal(expected);
      expect(await world.count()).to.equal(expected === 'answered' ? before - 1 : before);
      expectVisible(text, paths, expected === 'answered' ? verdicts : []);
      return expected;
    }));
});
