import { createClock } from '../../src/adapters/host/create-clock.js';
import { createIds } from '../../src/adapters/host/create-ids.js';
import { createDocuments, type Documents } from '../../src/application/documents/documents.js';
import type { Document, DocumentStore, ReadAnswer } from '../../src/application/ports/document-store.js';
import { arrangePlan } from '../../src/domain/plan/arrange-plan.js';
import type { Member, Shape } from '../../src/domain/plan/read-plan.js';
import { withoutLayout, type Layout } from '../../src/domain/query/query.js';
import { ok } from '../../src/domain/result.js';
import type { Json, Scalar, Schema } from '../../src/domain/schema/schema.js';

/** A store of documents that are invented as they are asked for: the same for the same seed and question. */
export interface Invented {
  readonly documents: Documents;
  /** From now on; `faults`: one value in so many is wrong. */
  invent(seed: number, faults: number, kind?: Faults): void;
  /** Since then. */
  readonly reads: number;
}

/** `any`: any JSON, in documents without a layout. `missing`: null, and texts that are not in a list of values. */
export type Faults = 'any' | 'missing';

export function inventDocuments(schema: Schema): Invented {
  let [seed, faults, reads] = [0, 0, 0];
  let kind: Faults = 'missing';
  const store: Partial<DocumentStore> = {
    read: ({ shape, range, count }) => {
      reads += 1;
      const inventor = new Inventor(draws(seed + reads), faults, kind);
      const list = inventor.some(range.limit === 1 ? 1 : 4, () => inventor.document(shape));
      const text = JSON.stringify(list);
      return Promise.resolve(
        ok({
          size: list.length,
          total: count ? list.length + 7 : null,
          text: () => text,
          documents: () => JSON.parse(text) as Document[],
        }),
      );
    },
  };
  const documents = createDocuments({
    schema,
    store: store as DocumentStore,
    clock: createClock(),
    ids: createIds(),
    passwords: { hash: () => Promise.resolve('hash') },
  });
  return {
    documents: arranging(documents, () => kind === 'missing'),
    invent: (next, one, of = 'missing') => void ([seed, faults, reads, kind] = [next, one, 0, of]),
    get reads() {
      return reads;
    },
  };
}

/** Returns documents that are the same with a layout and without. */
function arranging(documents: Documents, hasLayout: () => boolean): Documents {
  const arranged =
    (read: Documents['find']): Documents['find'] =>
    async (principal, query) => {
      const found = await read(principal, withoutLayout(query));
      const { layout } = query;
      if (!found.ok || layout === undefined || !hasLayout()) return found;
      const { answer, plan } = found.value;
      const changed = arrangePlan(plan, layout);
      return changed === null
        ? found
        : ok({ plan: { ...plan, ...changed }, answer: arrangedAnswer(answer, layout) });
    };
  return { ...documents, find: arranged(documents.find), findOne: arranged(documents.findOne) };
}

/** Returns an answer with its documents in a layout. */
export function arrangedAnswer(answer: ReadAnswer, layout: Layout): ReadAnswer {
  const list = answer.documents().map((document) => arrangedValue(document, layout));
  const text = JSON.stringify(layout.members.length === 0 ? [] : list);
  return { ...answer, text: () => text, documents: () => JSON.parse(text) as Document[] };
}

function arrangedValue(value: Json, layout: Layout): Json {
  if (Array.isArray(value)) return value.map((each: Json) => arrangedValue(each, layout));
  if (typeof value !== 'object' || value === null) return value;
  const members = layout.members.flatMap(({ of, as, below }) => {
    const member = (value as Document)[of] ?? null;
    return as === null ? [] : [[as, below === undefined ? member : arrangedValue(member, below)]];
  });
  return Object.fromEntries(members) as Json;
}

/** Numbers from 0 to below the one that is given. */
type Draw = (below: number) => number;

const draws = (seed: number): Draw => {
  let state = Math.imul(seed, 2654435761);
  return (below) => {
    state = Math.imul(state ^ (state >>> 15), 2246822519) + 374761393;
    return ((state ^ (state >>> 13)) >>> 0) % below;
  };
};

const texts = ['', 'plain', '"\\\n\t', '\u2028\u0001', 'ü€𝄞', '\ud800', '</script>', '3', '1e400', 'true'];
const odd: readonly Json[] = [null, 0, -1.5, 2 ** 40, true, '', 'text', [], [null], {}, { id: null }, [[1]]];
const values: Readonly<Partial<Record<Scalar['type'], readonly Json[]>>> = {
  integer: [0, -3, 2147483647],
  float: [0.1, -1e21, 5e-324],
  decimal: [0, 12.5],
  boolean: [true, false],
  json: odd,
  blocks: [[], [{ type: 'paragraph' }]],
};

const isMany = (member: Member): boolean =>
  member.kind === 'zone' ||
  (member.kind === 'relation' && member.relation.many) ||
  (member.kind === 'component' && member.attribute.repeatable);

class Inventor {
  constructor(
    private readonly draw: Draw,
    private readonly faults: number,
    private readonly kind: Faults,
  ) {}

  document({ members }: Shape): Document {
    return Object.fromEntries(members.map((member) => [member.as, this.member(member)]));
  }

  some = <T>(most: number, make: () => T): readonly T[] => Array.from({ length: this.draw(most + 1) }, make);

  private member(member: Member): Json {
    if (this.faults > 0 && this.draw(this.faults) === 0) return this.fault(member);
    switch (member.kind) {
      case 'field':
        return this.scalar(member.field);
      case 'relation':
        return this.items(member.relation.many, () => this.document(member.shape), member.range.limit);
      case 'component':
        return this.items(member.attribute.repeatable, () => this.document(member.shape));
      case 'zone':
        return this.items(true, () => {
          const [uid, shape] = [...member.shapes][this.draw(member.shapes.size)] ?? ['', { members: [] }];
          return { __component: uid, ...this.document(shape) };
        });
      default:
        return null;
    }
  }

  /** Stores answer with the types of the schema, and with a list for every list. */
  private fault(member: Member): Json {
    if (this.kind === 'any') return odd[this.draw(odd.length)] ?? null;
    if (member.kind !== 'field') return isMany(member) ? [] : null;
    if (['id', 'documentId'].includes(member.field.name)) return this.scalar(member.field);
    return member.field.enum === undefined ? null : 'unlisted "value"';
  }

  private items(many: boolean, make: () => Json, limit: number | null = null): Json {
    if (many) return this.some(3, make).slice(0, limit ?? 3);
    return this.draw(3) === 0 ? null : make();
  }

  private scalar({ name, type, enum: allowed }: Scalar): Json {
    if (name === 'id') return this.draw(1000);
    if (name !== 'documentId' && this.draw(4) === 0) return null;
    const among = allowed ?? values[type] ?? texts;
    return among[this.draw(among.length)] ?? null;
  }
}
