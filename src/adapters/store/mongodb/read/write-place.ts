import { failure } from '../../../../domain/failure.js';
import type { Member, Shape } from '../../../../domain/plan/read-plan.js';
import { Refusal } from '../database-error.js';
import { shownScalar } from '../stored-value.js';
import type { Reached } from './populate.js';
import { scalarAt, type Place } from './row.js';

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
    return `[${places.map((place) => this.object(place, shape)).join(',')}]`;
  }

  /** `text`: members that stand before those of the shape. */
  private object(place: Place, shape: Shape, text = ''): string {
    const names = namesOf(shape);
    for (const [index, member] of shape.members.entries()) {
      const name = names[index] ?? '';
      this.take(name.length);
      text += `${text === '' ? '' : ','}${name}${this.value(place, member)}`;
    }
    return `{${text}}`;
  }

  private value(place: Place, member: Member): string {
    if (member.kind === 'field') {
      const value = shownScalar(member.field, scalarAt(place, member.field));
      this.take(value.length);
      return value;
    }
    const led = this.reached.get(member)?.get(place) ?? [];
    if (member.kind === 'count') return `{"count":${led.length}}`;
    if (member.kind === 'zone')
      return `[${led.flatMap((inside) => this.zoneItem(inside, member.shapes)).join(',')}]`;
    const many = member.kind === 'relation' ? member.relation.many : member.attribute.repeatable;
    if (many) return this.list(led, member.shape);
    return led[0] === undefined ? 'null' : this.object(led[0], member.shape);
  }

  private zoneItem(place: Place, shapes: ReadonlyMap<string, Shape>): readonly string[] {
    const uid = place.item?.['__component'];
    const shape = typeof uid === 'string' ? shapes.get(uid) : undefined;
    return shape === undefined ? [] : [this.object(place, shape, `"__component":${JSON.stringify(uid)}`)];
  }

  private take(size: number): void {
    this.left -= size;
    if (this.left < 0)
      throw new Refusal(failure('PLAN.TOO_LARGE', `The answer is longer than ${this.textSize} characters`));
  }
}

/** Plans are made once for requests that ask the same. */
const known = new WeakMap<Shape, readonly string[]>();

/** The members' names, each with a colon. */
function namesOf(shape: Shape): readonly string[] {
  const found = known.get(shape);
  if (found !== undefined) return found;
  const names = shape.members.map(({ as }) => `${JSON.stringify(as)}:`);
  known.set(shape, names);
  return names;
}
