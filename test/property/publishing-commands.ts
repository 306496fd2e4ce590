import * as fc from 'fast-check';
import { systemPrincipal } from '../../src/domain/permission/permission.js';
import type { Layer } from '../../src/domain/query/query.js';
import { otherSide, type Side } from '../../src/domain/schema/schema.js';
import { valueOf } from '../contract/world.js';
import type { ModelEdit, ModelNode } from './publishing-model.js';
import { size, type PublishedModel, type PublishedWorld } from './publishing-world.js';

type Command = fc.AsyncCommand<PublishedModel, PublishedWorld>;

/** Arbitrary writes to the documents of a relation. */
export const arbitraryCommands = (model: PublishedModel): fc.Arbitrary<Iterable<Command>> => {
  const edits = arbitrarySide.chain((side) =>
    fc
      .tuple(
        arbitraryNode(model, side),
        arbitraryEdit(model, side),
        fc.constantFrom<Layer>('draft', 'draft', 'published'),
      )
      .map(([own, edit, layer]) => new Edit(side, own, edit, layer)),
  );
  const moves = arbitrarySide
    .filter((side) => model.typeAt(side).draftAndPublish)
    .chain((side) =>
      fc
        .tuple(
          arbitraryNode(model, side),
          fc.constantFrom<Move[]>('publish', 'publish', 'unpublish', 'discardDraft'),
        )
        .map(([own, move]) => new Transition(side, own, move)),
    );
  const remakes = fc
    .record({ side: arbitrarySide, document: number })
    .map(({ side, document }) => new Remake(side, document));
  return fc.commands([edits, moves, edits, moves, remakes], { maxCommands: 30, size: 'max' });
};

type Move = 'publish' | 'unpublish' | 'discardDraft';

/** Some numbers are more frequent, so that edits often meet. */
const number = fc.constantFrom(...Array.from({ length: size }, (_, index) => index), 0, 0, 1);
const arbitrarySide = fc.constantFrom<Side>('source', 'target');

const arbitraryNode = (model: PublishedModel, side: Side): fc.Arbitrary<ModelNode> =>
  fc.record({ document: number, locale: fc.constantFrom(...model.localesAt(side)) });

/**
 * An arbitrary edit; a to-one relation is replaced or cleared. `targetsOf` adapts the locales when the edit runs.
 */
function arbitraryEdit(model: PublishedModel, side: Side): fc.Arbitrary<ModelEdit> {
  const { many } = model.links.ends[side];
  const targets = fc.uniqueArray(arbitraryNode(model, otherSide(side)), {
    selector: ({ document, locale }) => `${document} ${locale}`,
    maxLength: many ? size : 1,
  });
  const kind = many
    ? fc.constantFrom<ModelEdit['kind'][]>('set', 'connect', 'connect', 'disconnect')
    : fc.constant('set' as const);
  return fc.record({ kind, targets });
}

class Edit implements Command {
  constructor(
    private readonly side: Side,
    private readonly own: ModelNode,
    private readonly edit: ModelEdit,
    private readonly layer: Layer,
  ) {}

  check = (): boolean => true;

  async run(model: PublishedModel, world: PublishedWorld): Promise<void> {
    const { side, own, layer } = this;
    const edit = { ...this.edit, targets: targetsOf(model, side, own, this.edit) };
    await world.edit(side, own, edit, layer);
    model.links.edit(side, own, edit);
    if (layer === 'published' && model.typeAt(side).draftAndPublish) published(model, side, own);
    await world.expectAsModelled();
  }

  toString(): string {
    const { kind, targets } = this.edit;
    const names = targets.map(({ document, locale }) => `${document}${locale}`);
    return `${this.side} ${this.own.document}${this.own.locale} ${kind} [${names.join()}] ${this.layer}`;
  }
}

/** If both ends have locales, documents link to each other in the same locale. */
function targetsOf(model: PublishedModel, side: Side, own: ModelNode, { targets }: ModelEdit): ModelNode[] {
  const isBound = model.links.ends[otherSide(side)].localized && own.locale !== '';
  if (!isBound) return [...targets];
  const documents = new Set(targets.map(({ document }) => document));
  return [...documents].map((document) => ({ document, locale: own.locale }));
}

/** A document can be at both ends of a relation. */
function published(model: PublishedModel, side: Side, own: ModelNode): void {
  for (const each of model.sidesOf(side)) model.links.applyPending(each, own, 'published');
  model.setPublished(side, own, true);
}

class Transition implements Command {
  constructor(
    private readonly side: Side,
    private readonly own: ModelNode,
    private readonly move: Move,
  ) {}

  check = (model: Readonly<PublishedModel>): boolean =>
    this.move !== 'discardDraft' || model.isPublished(this.side, this.own);

  async run(model: PublishedModel, world: PublishedWorld): Promise<void> {
    const { side, own, move } = this;
    const mutation = { ...world.addressOf(side, own), kind: move, answer: {} };
    valueOf(await world.documents[move](systemPrincipal, mutation as never));
    if (move === 'publish') published(model, side, own);
    if (move === 'unpublish') model.setPublished(side, own, false);
    if (move === 'discardDraft')
      for (const each of model.sidesOf(side)) model.links.applyPending(each, own, 'draft');
    await world.expectAsModelled();
  }

  toString = (): string => `${this.move} ${this.side} ${this.own.document}${this.own.locale}`;
}

class Remake implements Command {
  constructor(
    private readonly side: Side,
    private readonly document: number,
  ) {}

  check = (): boolean => true;

  async run(model: PublishedModel, world: PublishedWorld): Promise<void> {
    for (const side of model.sidesOf(this.side)) model.links.remove(side, this.document);
    await world.remake(this.side, this.document);
    await world.expectAsModelled();
  }

  toString = (): string => `remake ${this.side} ${this.document}`;
}
