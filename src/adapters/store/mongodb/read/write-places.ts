import type { Cancellation } from '../../../../domain/cancellation.js';
import { inTurns } from '../../../../application/stores/in-turns.js';
import { failure } from '../../../../domain/failure.js';
import type { Member, Shape } from '../../../../domain/plan/read-plan.js';
import { Refusal } from '../database-error.js';
import { shownScalar } from '../stored-value.js';
import type { Reached } from './populate.js';
import { scalarAt, type Place } from './row.js';

/**
 * Places as JSON, written at once: making objects of them first would take half as long again. Throws a `Refusal` where
 * that takes more than `textSize` characters.
 */
export async function writePlaces(
  places: readonly Place[],
  shape: Shape,
  reached: Reached,
  textSize: number,
  signal?: Cancellation,
): Promise<string> {
  const writer = new PlaceWriter(reached, textSize);
  const texts = await inTurns(writer.each(places, shape), signal);
  return `[${texts.join()}]`;
}

/** Of parts that are joined in the end: of a text that grows, each length would be garbage. */
class PlaceWriter {
  private readonly parts: string[] = [];
  private left: number;

  constructor(
    private readonly reached: Reached,
    private readonly textSize: number,
  ) {
    this.left = textSize;
  }

  /** The text of each place. Joined one by one: joining all parts at once would take as long as writing them. */
  *each(places: readonly Place[], shape: Shape): Generator<void, string[]> {
    const texts: string[] = [];
    for (const place of places) {
      this.object(place, shape);
      texts.push(this.parts.join(''));
      this.parts.length = 0;
      yield;
    }
    return texts;
  }

  private list(places: readonly Place[], shape: Shape): void {
    this.put('[');
    for (const [index, place] of places.entries()) {
      if (index > 0) this.put(',');
      this.object(place, shape);
    }
    this.put(']');
  }

  private object(place: Place, shape: Shape): void {
    this.put('{');
    this.members(place, shape);
    this.put('}');
  }

  private members(place: Place, shape: Shape): void {
    const names = namesOf(shape);
    for (const [index, member] of shape.members.entries()) {
      this.put(names[index] ?? '');
      this.value(place, member);
    }
  }

  private value(place: Place, member: Member): void {
    if (member.kind === 'field') return this.put(shownScalar(member.field, scalarAt(place, member.field)));
    const led = this.reached.get(member)?.get(place) ?? [];
    if (member.kind === 'count') return this.put(`{"count":${led.length}}`);
    if (member.kind === 'zone') return this.zone(led, member.shapes);
    const many = member.kind === 'relation' ? member.relation.many : member.attribute.repeatable;
    if (many) return this.list(led, member.shape);
    if (led[0] === undefined) return this.put('null');
    return this.object(led[0], member.shape);
  }

  private zone(items: readonly Place[], shapes: ReadonlyMap<string, Shape>): void {
    this.put('[');
    let comma = '';
    for (const place of items) {
      const uid = place.item?.['__component'];
      const shape = typeof uid === 'string' ? shapes.get(uid) : undefined;
      if (shape === undefined) continue;
      this.put(`${comma}{"__component":${JSON.stringify(uid)}${shape.members.length > 0 ? ',' : ''}`);
      this.members(place, shape);
      this.put('}');
      comma = ',';
    }
    this.put(']');
  }

  private put(text: string): void {
    this.left -= text.length;
    if (this.left < 0)
      throw new Refusal(failure('PLAN.TOO_LARGE', `The answer is longer than ${this.textSize} characters`));
    this.parts.push(text);
  }
}

/** Plans are made once for requests that ask the same. */
const known = new WeakMap<Shape, readonly string[]>();

/** The members' names, each with a colon, and a comma where there is one before it. */
function namesOf(shape: Shape): readonly string[] {
  const found = known.get(shape);
  if (found !== undefined) return found;
  const names = shape.members.map(({ as }, index) => `${index > 0 ? ',' : ''}${JSON.stringify(as)}:`);
  known.set(shape, names);
  return names;
}
