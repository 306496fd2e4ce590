import { quoted } from '../../../../domain/document/quoted.js';
import { familyOf, presentTime, type Family } from '../../../../domain/document/value.js';
import { failure } from '../../../../domain/failure.js';
import type { Member, Shape } from '../../../../domain/plan/read-plan.js';
import type { Scalar } from '../../../../domain/schema/schema.js';
import { Refusal } from '../database-error.js';
import { fieldOf } from '../layout.js';
import { plainText } from '../stored-value.js';
import type { Reached } from './populate.js';
import type { Place } from './row.js';

/** Writes what was read as JSON, at once: making objects of it first would take half as long again. */
export class PlaceWriter {
  private left: number;

  /** `textSize`: characters that may be written. */
  constructor(
    private readonly reached: Reached,
    private readonly textSize: number,
  ) {
    this.left = textSize;
  }

  /** Rejects with a `Refusal` past the limit. */
  list(places: readonly Place[], shape: Shape): string {
    return `[${places.map((place) => this.object(place, shape, '')).join(',')}]`;
  }

  /** `first`: members that stand before those of the shape, each with a comma. */
  private object(place: Place, shape: Shape, first: string): string {
    let text = '';
    for (const { before, write, member } of writtenOf(shape)) {
      const value = write === null ? this.reachedFrom(place, member) : write(place);
      this.left -= before.length + (write === null ? 0 : value.length);
      if (this.left < 0) throw this.tooLong();
      text += text === '' ? before + value : `,${before}${value}`;
    }
    return `{${text === '' ? first.slice(0, -1) : first + text}}`;
  }

  private reachedFrom(place: Place, member: Member): string {
    const led = this.reached.get(member)?.get(place) ?? [];
    switch (member.kind) {
      case 'field':
        throw new Error(`${member.as} leads nowhere`);
      case 'count':
        return `{"count":${led.length}}`;
      case 'zone':
        return `[${led.flatMap((inside) => this.zoneItem(inside, member.shapes)).join(',')}]`;
      case 'relation':
      case 'component': {
        const many = member.kind === 'relation' ? member.relation.many : member.attribute.repeatable;
        if (many) return this.list(led, member.shape);
        return led[0] === undefined ? 'null' : this.object(led[0], member.shape, '');
      }
    }
  }

  private zoneItem(place: Place, shapes: ReadonlyMap<string, Shape>): readonly string[] {
    const uid = place.item?.['__component'];
    const shape = typeof uid === 'string' ? shapes.get(uid) : undefined;
    return shape === undefined ? [] : [this.object(place, shape, `"__component":${JSON.stringify(uid)},`)];
  }

  private tooLong(): Refusal {
    return new Refusal(failure('PLAN.TOO_LARGE', `The answer is longer than ${this.textSize} characters`));
  }
}

interface Written {
  /** The name, and a colon. */
  readonly before: string;
  readonly member: Member;
  /** Null where it is of other places. */
  readonly write: ((place: Place) => string) | null;
}

/** By shape: plans are made once for requests that ask the same. */
const known = new WeakMap<Shape, readonly Written[]>();

function writtenOf(shape: Shape): readonly Written[] {
  const found = known.get(shape);
  if (found !== undefined) return found;
  const written = shape.members.map((member) => ({
    before: `${JSON.stringify(member.as)}:`,
    member,
    write: member.kind === 'field' ? fieldWriter(member.field) : null,
  }));
  known.set(shape, written);
  return written;
}

function fieldWriter(field: Scalar): (place: Place) => string {
  const write = valueWriters[familyOf(field.type)];
  const [inRow, inItem] = [fieldOf(field), field.name];
  return ({ row, item }) => {
    const stored = item === null ? row[inRow] : item[inItem];
    return stored === undefined || stored === null ? 'null' : write(stored);
  };
}

/** The forms of `stored-value.ts`, as clients are shown them. */
const valueWriters: Readonly<Record<Family, (stored: unknown) => string>> = {
  text: (stored) => quoted(plainText(stored)),
  date: (stored) => quoted(plainText(stored)),
  time: (stored) => quoted(presentTime(plainText(stored))),
  datetime: (stored) => (stored instanceof Date ? `"${stored.toISOString()}"` : quoted(plainText(stored))),
  biginteger: (stored) => quoted(plainText(stored)),
  decimal: (stored) => JSON.stringify(Number(plainText(stored))),
  integer: (stored) => JSON.stringify(Number(stored)),
  float: (stored) => JSON.stringify(Number(stored)),
  boolean: (stored) => (stored === true ? 'true' : 'false'),
  // It is kept as its text.
  json: (stored) => (typeof stored === 'string' ? stored : JSON.stringify(stored)),
};
