import { expect } from 'chai';
import * as fc from 'fast-check';
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
  filterablePaths,
  plantedAt,
  selectablePaths,
  selectionText,
  verdictOf,
  type Path,
  type Verdict,
} from './permission-matrix.js';

/** `refused`: the action; `invalid`: what is named; `withheld`: a target, with null in its place. */
type Outcome = 'refused' | 'invalid' | 'withheld' | 'answered';

describe('every principal in the flat format', function () {
  this.timeout(120_000);
  let world: MatrixWorld;
  let changed: string;
  before(async () => {
    world = await createMatrixWorld('v5');
    changed = await world.create();
  });
  after(async () => {
    await world.close();
    expect(world.errors).to.deep.equal([]);
  });

  const notes = () => contentTypeOf(world.schema, note);
  const judge = (
    principal: Principal,
    permission: Permission | null,
    path: Path,
    layer: Layer = 'published',
  ): Verdict =>
    permission === null ? 'nothing' : verdictOf(world.schema, principal, notes(), permission, path, layer);

  /** A list that is withheld makes the whole row null, as lists are not. */
  const losesRow = (principal: Principal, [name]: Path): boolean =>
    name === 'topics' && decide(principal, 'find', topic) === null;

  const selected = (paths: readonly Path[]): string =>
    paths.map((path, index) => `p${index}: ${selectionText(world.schema, notes(), path, 'v5')}`).join(' ');

  const plantedBelow = (path: Path) => plantedAt(world.schema, notes(), path);

  const expectVisible = (text: string, paths: readonly Path[], verdicts: readonly Verdict[]): void =>
    expectShown(
      world.schema,
      contentTypeOf(world.schema, note),
      text,
      paths.filter((_, index) => verdicts[index] === 'there'),
    );

  /** Wants an error with data for what is withheld, and without for what is refused or invalid. */
  function expectOutcome({ code, text }: { code: unknown; text: string }, expected: Outcome): void {
    const codes = {
      refused: 'FORBIDDEN',
      withheld: 'FORBIDDEN',
      invalid: 'BAD_USER_INPUT',
      answered: undefined,
    };
    expect(code, text).to.equal(codes[expected]);
    if (expected === 'refused') expect(text).to.match(/"path":\["[^"]+"\]/);
    if (expected === 'withheld') expect(text).not.to.match(/"path":\["[^"]+"\]/);
  }

  const all: readonly Outcome[] = ['answered', 'invalid', 'refused', 'withheld'];

  const reads: readonly (readonly [string, Action, () => string, Layer?])[] = [
    ['a list', 'find', () => 'notes'],
    ['a list of drafts', 'findDrafts', () => 'notes(status: DRAFT)', 'draft'],
    ['one', 'findOne', () => `note(documentId: "${world.id}")`],
  ];
  for (const [title, action, field, layer = 'published'] of reads)
    it(`reads only what the policy allows: ${title}`, () =>
      checkPrincipals(
        selectablePaths(world.built, 'Note'),
        async (principal, paths) => {
          const permission = decide(principal, action, note);
          const verdicts = paths.map((path) => judge(principal, permission, path, layer));
          const expected = outcomeOf(permission, verdicts);
          const answer = await world.ask(principal, `{ ${field()} { ${selected(paths)} } }`);
          expectOutcome(answer, expected);
          const isLost = paths.some((path) => losesRow(principal, path));
          const shows = expected === 'answered' || (expected === 'withheld' && !isLost);
          expectVisible(answer.text, paths, shows ? verdicts : []);
          return expected;
        },
        all,
      ));

  const outcomeOf = (permission: Permission | null, verdicts: readonly Verdict[]): Outcome => {
    if (permission === null) return 'refused';
    if (verdicts.includes('invalid')) return 'invalid';
    return verdicts.includes('nothing') ? 'withheld' : 'answered';
  };

  it('filters follow the policy', () =>
    checkPrincipals(
      filterablePaths(world.built, 'NoteFiltersInput'),
      async (principal, [path = []]) => {
        const permission = decide(principal, 'find', note);
        const isThere = judge(principal, permission, path) === 'there';
        const expected: Outcome = permission === null ? 'refused' : isThere ? 'answered' : 'invalid';
        const args = `filters: { not: { or: [{ and: [{ ${filterText(path)} }] }] } }`;
        for (const field of [
          `notes(${args}) { documentId }`,
          `notes_connection(${args}) { pageInfo { total } }`,
        ])
          expectOutcome(await world.ask(principal, `{ ${field} }`), expected);
        return expected;
      },
      ['answered', 'invalid', 'refused'],
    ));

  const links = () => ({
    text: { value: '"x"' },
    writer: { value: `"${world.writer}"`, links: writer },
    topics: { value: `["${world.topic}"]`, links: topic },
    cover: { value: `"${world.file}"`, links: file },
    seo: { value: '{ title: "x" }' },
  });

  for (const action of ['create', 'update'] as const)
    it(`writes only what the policy allows, and answers only what may be read: ${action}`, () =>
      checkPrincipals(
        selectablePaths(world.built, 'Note'),
        async (principal, paths) => {
          const permission = decide(principal, action, note);
          const shown = permission && shownAfter(principal, action, note);
          const [[name, given] = ['', { value: '' }]] = fc.sample(
            fc.constantFrom(...Object.entries<{ value: string; links?: string }>(links())),
            1,
          );
          const isWritten =
            (permission?.fields === null || permission?.fields.has(name) === true) &&
            (given.links === undefined || decide(principal, 'find', given.links) !== null);
          const verdicts = paths.map((path) => judge(principal, shown, path));
          const read = outcomeOf(permission, verdicts);
          const expected = permission !== null && !isWritten ? 'invalid' : read;
          const before = await world.count();
          const id = action === 'update' ? `documentId: "${changed}", ` : '';
          const answer = await world.ask(
            principal,
            `mutation { ${action}Note(${id}data: { ${name}: ${given.value} }) { ${selected(paths)} } }`,
          );
          // What leads to a target that is withheld may be empty.
          const isEmpty = expected === 'withheld' && answer.code === undefined;
          expectOutcome(answer, isEmpty ? 'answered' : expected);
          const isDone = expected === 'answered' || expected === 'withheld';
          expect(await world.count()).to.equal(before + (action === 'create' && isDone ? 1 : 0));
          expect(answer.text).not.to.match(/planted key|planted and hidden|planted@/);
          const values = paths.map(plantedBelow);
          for (const hidden of values.filter((_, index) => verdicts[index] !== 'there'))
            if (
              hidden !== null &&
              !values.some((one, index) => one === hidden && verdicts[index] === 'there')
            )
              expect(answer.text).not.to.contain(hidden);
          return expected;
        },
        all,
      ));

  it('deletes only what the policy allows, and answers nothing but the documentId', () =>
    checkPrincipals(
      [['text']],
      async (principal) => {
        const expected: Outcome = decide(principal, 'delete', note) === null ? 'refused' : 'answered';
        const id = await world.create();
        const before = await world.count();
        const answer = await world.ask(
          principal,
          `mutation { deleteNote(documentId: "${id}") { documentId } }`,
        );
        expectOutcome(answer, expected);
        expect(await world.count()).to.equal(expected === 'answered' ? before - 1 : before);
        expectVisible(answer.text, [], []);
        return expected;
      },
      ['answered', 'refused'],
    ));
});
