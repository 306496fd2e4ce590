import { applyToList, type ListEdit } from '../../src/domain/relation/list.js';

/** One of the two sides of a relation. */
export type ModelSide = 'left' | 'right';

/** A relation as two sets of plain lists: one list for each document at the left, and for each at the right. */
export class ListModel {
  readonly #lists: Record<ModelSide, Map<string, string[]>> = { left: new Map(), right: new Map() };
  readonly #many: Readonly<Record<ModelSide, boolean>>;

  /** `many` is whether a document at that side holds a list, or at most one document. */
  constructor(many: Readonly<Record<ModelSide, boolean>>) {
    this.#many = many;
  }

  /** Returns a copy. */
  copy(): ListModel {
    const copy = new ListModel(this.#many);
    for (const side of ['left', 'right'] as const)
      for (const [document, list] of this.#lists[side]) copy.#lists[side].set(document, list);
    return copy;
  }

  /** Stores these lists as they are, without updating the other side. */
  fill(
    lists: readonly {
      readonly side: ModelSide;
      readonly document: string;
      readonly list: readonly string[];
    }[],
  ): void {
    for (const { side, document, list } of lists) this.#lists[side].set(document, [...list]);
  }

  list(side: ModelSide, document: string): readonly string[] {
    return this.#lists[side].get(document) ?? [];
  }

  /** Applies an edit of one document's list. Returns false, and changes nothing, if the model refuses it. */
  write(side: ModelSide, document: string, edit: ListEdit<string>): boolean {
    const before = this.list(side, document);
    const applied = applyToList(before, edit, (name) => name);
    if (!applied.ok) return false;
    const after = this.#many[side] ? applied.value : applied.value.slice(-1);
    const other = otherSide(side);
    for (const target of before) {
      if (!after.includes(target)) this.#change(other, target, (list) => without(list, document));
    }
    for (const target of after) {
      if (before.includes(target)) continue;
      if (!this.#many[other]) this.#release(other, target);
      this.#change(other, target, (list) => [...list, document]);
    }
    this.#change(side, document, () => after);
    return true;
  }

  /** Removes a document from every list that contains it. */
  remove(side: ModelSide, document: string): void {
    this.#release(side, document);
  }

  /** Empties the list of `document`, and removes it from the lists of the documents that it named. */
  #release(side: ModelSide, document: string): void {
    for (const target of this.list(side, document)) {
      this.#change(otherSide(side), target, (list) => without(list, document));
    }
    this.#change(side, document, () => []);
  }

  #change(side: ModelSide, document: string, change: (list: readonly string[]) => string[]): void {
    this.#lists[side].set(document, change(this.list(side, document)));
  }
}

export const otherSide = (side: ModelSide): ModelSide => (side === 'left' ? 'right' : 'left');

const without = (list: readonly string[], gone: string): string[] => list.filter((each) => each !== gone);
