import { expect } from 'chai';
import type { Documents } from '../../src/application/documents/documents.js';
import { systemPrincipal } from '../../src/domain/permission/permission.js';
import type { Layer, Query } from '../../src/domain/query/query.js';
import {
  contentTypeOf,
  otherSide,
  type ContentType,
  type Json,
  type Schema,
  type Side,
} from '../../src/domain/schema/schema.js';
import { where } from '../contract/questions.js';
import { idOf, valueOf } from '../contract/world.js';
import { lifecycleUid, type LifecycleType } from './lifecycle-schema.js';
import { PublishingModel, type ModelEdit, type ModelEnd, type ModelNode } from './publishing-model.js';

/** The attributes at the two ends of a relation. */
export interface Ends {
  readonly source: { readonly type: LifecycleType; readonly attribute: string };
  readonly target: { readonly type: LifecycleType; readonly attribute: string };
}

export const size = 3;
const sides: readonly Side[] = ['source', 'target'];
const layers: readonly Layer[] = ['draft', 'published'];
const locales = ['en', 'fr'];

/** The model of the links, and which documents are published in which locale. */
export class PublishedModel {
  readonly links: PublishingModel;
  readonly published = new Set<string>();

  constructor(
    readonly schema: Schema,
    readonly ends: Ends,
  ) {
    this.links = new PublishingModel({ source: this.#end('source'), target: this.#end('target') });
  }

  typeAt = (side: Side): ContentType => contentTypeOf(this.schema, lifecycleUid(this.ends[side].type));

  /** The ends of the relation that have the type of this end. */
  sidesOf = (side: Side): readonly Side[] =>
    sides.filter((each) => this.ends[each].type === this.ends[side].type);

  localesAt = (side: Side): readonly string[] => (this.typeAt(side).localized ? locales : ['']);

  isPublished = (side: Side, { document, locale }: ModelNode): boolean =>
    this.published.has(`${this.ends[side].type} ${document} ${locale}`);

  setPublished(side: Side, { document, locale }: ModelNode, published: boolean): void {
    const name = `${this.ends[side].type} ${document} ${locale}`;
    if (published) this.published.add(name);
    else this.published.delete(name);
  }

  #end(side: Side): ModelEnd {
    const type = this.typeAt(side);
    const attribute = type.attributes.get(this.ends[side].attribute);
    if (attribute?.kind !== 'relation') throw new Error(`${this.ends[side].attribute} is no relation`);
    return { many: attribute.many, drafts: type.draftAndPublish, localized: type.localized };
  }
}

/** The documents of a run in a store. */
export class PublishedWorld {
  /** The documentIds by type and number. */
  readonly #ids = new Map<LifecycleType, string[]>();

  private constructor(
    readonly documents: Documents,
    readonly model: PublishedModel,
  ) {}

  /** Creates all documents and publishes each in every locale. */
  static async make(documents: Documents, model: PublishedModel): Promise<PublishedWorld> {
    const world = new PublishedWorld(documents, model);
    for (const side of sides) {
      if (world.#ids.has(model.ends[side].type)) continue;
      world.#ids.set(model.ends[side].type, []);
      for (let document = 0; document < size; document++) await world.remake(side, document);
    }
    return world;
  }

  /** Replaces the document with a number by a new one. */
  async remake(side: Side, document: number): Promise<void> {
    const { type: name } = this.model.ends[side];
    const type = lifecycleUid(name);
    const ids = this.#ids.get(name) ?? [];
    const gone = ids[document];
    if (gone !== undefined)
      valueOf(
        await this.documents.delete(systemPrincipal, { kind: 'delete', type, documentId: gone, locale: '*' }),
      );
    const mutation = { type, layer: 'published', data: {}, answer: {} } as const;
    const made = valueOf(
      await this.documents.create(systemPrincipal, { ...mutation, kind: 'create', locale: 'en' }),
    );
    const documentId = idOf(made.answer.documents()[0]);
    ids[document] = documentId;
    for (const locale of this.model.localesAt(side)) {
      if (locale === 'fr')
        valueOf(
          await this.documents.update(systemPrincipal, { ...mutation, kind: 'update', documentId, locale }),
        );
      this.model.setPublished(side, { document, locale }, true);
    }
  }

  idOf = (side: Side, document: number): string =>
    this.#ids.get(this.model.ends[side].type)?.[document] ?? '';

  addressOf = (side: Side, { document, locale }: ModelNode) => ({
    type: lifecycleUid(this.model.ends[side].type),
    documentId: this.idOf(side, document),
    ...(locale !== '' && { locale }),
  });

  async edit(side: Side, own: ModelNode, { kind, targets }: ModelEdit, layer: Layer): Promise<void> {
    const items = targets.map(({ document, locale }) => ({
      documentId: this.idOf(otherSide(side), document),
      ...(locale !== '' && { locale }),
    }));
    const data = { [this.model.ends[side].attribute]: { [kind]: items } };
    const mutation = { ...this.addressOf(side, own), kind: 'update', layer, data, answer: {} } as const;
    valueOf(await this.documents.update(systemPrincipal, mutation));
  }

  /** Expects every list of every version to equal the model's. */
  async expectAsModelled(): Promise<void> {
    for (const side of sides) {
      for (const locale of this.model.localesAt(side)) {
        for (const layer of layers) await this.#expectLists(side, locale, layer);
      }
    }
  }

  async #expectLists(side: Side, locale: string, layer: Layer): Promise<void> {
    const { model } = this;
    const { attribute } = model.ends[side];
    for (const context of locale === '' ? locales : [locale]) {
      const query: Query = {
        type: lifecycleUid(model.ends[side].type),
        action: 'find',
        range: { offset: 0, limit: null },
        count: false,
        layer,
        locale: context,
        fields: ['documentId'],
        filters: where('documentId', '$in', this.#ids.get(model.ends[side].type)),
        populate: { all: false, members: [{ name: attribute }] },
      };
      const found = valueOf(await this.documents.find(systemPrincipal, query)).answer.documents();
      const lists = new Map(found.map((each) => [idOf(each), namesIn(each[attribute] ?? null)]));
      for (let document = 0; document < size; document++) {
        const expected = this.#listOf(side, { document, locale }, layer, context);
        const list = lists.get(this.idOf(side, document)) ?? null;
        expect(list, `${side} ${document} in ${context}, ${layer}`).to.deep.equal(expected);
      }
    }
  }

  /** The list that a version shows; null if the version does not exist. */
  #listOf(side: Side, own: ModelNode, layer: Layer, context: string): readonly string[] | null {
    const { model } = this;
    const other = otherSide(side);
    const isThere = (at: Side, node: ModelNode): boolean =>
      layer === 'draft' || !model.typeAt(at).draftAndPublish || model.isPublished(at, node);
    if (!isThere(side, own)) return null;
    // A target without locales is read in a locale of its sources.
    const isRead = ({ locale }: ModelNode): boolean =>
      side === 'source' || own.locale !== '' || locale === '' || locale === context;
    const shown = model.links.list(side, own, layer).filter((node) => isRead(node) && isThere(other, node));
    const names = shown.map(({ document, locale }) => `${this.idOf(other, document)} ${locale}`);
    return model.links.ends[side].many ? names : names.slice(0, 1);
  }
}

const namesIn = (value: Json): string[] =>
  (value === null ? [] : Array.isArray(value) ? value : [value]).map(
    (each: { documentId: string; locale?: string }) => `${each.documentId} ${each.locale ?? ''}`,
  );
