import { ThrownFailure } from '../../../../application/thrown-failure.js';
import { reason } from '../../../../domain/reason/reason.js';
import type { Cancellation } from '../../../../domain/cancellation.js';
import { inTurns } from '../../../../application/stores/in-turns.js';
import { failure } from '../../../../domain/failure.js';
import type { Member, Shape } from '../../../../domain/plan/read-plan.js';
import { shownScalar } from '../stored-value.js';
import type { Reached } from './populate.js';
import { scalarAt, type Node } from './node.js';

/**
 * Writes nodes as JSON text. Building objects first would take half as long again. Throws a `ThrownFailure` if the text
 * is longer than `textSize` characters.
 */
export async function writeNodes(
  nodes: readonly Node[],
  shape: Shape,
  reached: Reached,
  textSize: number,
  signal?: Cancellation,
): Promise<string> {
  const writer = new NodeWriter(reached, textSize);
  const texts = await inTurns(writer.each(nodes, shape), signal);
  return `[${texts.join()}]`;
}

/** Collects parts and joins them at the end, because a text that grows leaves a copy of every length behind. */
class NodeWriter {
  private readonly parts: string[] = [];
  private left: number;

  constructor(
    private readonly reached: Reached,
    private readonly textSize: number,
  ) {
    this.left = textSize;
  }

  /**
   * The text of each node. Texts are joined one by one, because joining all parts at once would be one long step.
   */
  *each(nodes: readonly Node[], shape: Shape): Generator<void, string[]> {
    const texts: string[] = [];
    for (const node of nodes) {
      this.object(node, shape);
      texts.push(this.parts.join(''));
      this.parts.length = 0;
      yield;
    }
    return texts;
  }

  private list(nodes: readonly Node[], shape: Shape): void {
    this.put('[');
    for (const [index, node] of nodes.entries()) {
      if (index > 0) this.put(',');
      this.object(node, shape);
    }
    this.put(']');
  }

  private object(node: Node, shape: Shape): void {
    this.put('{');
    this.members(node, shape);
    this.put('}');
  }

  private members(node: Node, shape: Shape): void {
    const names = namesOf(shape);
    for (const [index, member] of shape.members.entries()) {
      this.put(names[index] ?? '');
      this.value(node, member);
    }
  }

  private value(node: Node, member: Member): void {
    if (member.kind === 'field') return this.put(shownScalar(member.field, scalarAt(node, member.field)));
    const targets = this.reached.get(member)?.get(node) ?? [];
    if (member.kind === 'count') return this.put(`{"count":${targets.length}}`);
    if (member.kind === 'zone') return this.zone(targets, member.shapes);
    const many = member.kind === 'relation' ? member.relation.many : member.attribute.repeatable;
    if (many) return this.list(targets, member.shape);
    if (targets[0] === undefined) return this.put('null');
    return this.object(targets[0], member.shape);
  }

  private zone(items: readonly Node[], shapes: ReadonlyMap<string, Shape>): void {
    this.put('[');
    let comma = '';
    for (const node of items) {
      const uid = node.item?.['__component'];
      const shape = typeof uid === 'string' ? shapes.get(uid) : undefined;
      if (shape === undefined) continue;
      this.put(`${comma}{"__component":${JSON.stringify(uid)}${shape.members.length > 0 ? ',' : ''}`);
      this.members(node, shape);
      this.put('}');
      comma = ',';
    }
    this.put(']');
  }

  private put(text: string): void {
    this.left -= text.length;
    if (this.left < 0)
      throw new ThrownFailure(failure('PLAN.TOO_LARGE', reason('answer.tooLong', { max: this.textSize })));
    this.parts.push(text);
  }
}

/** Equal requests share a plan, so most shapes occur again. */
const namesOfShapes = new WeakMap<Shape, readonly string[]>();

/** The names of the members as JSON, each followed by a colon, and all but the first preceded by a comma. */
function namesOf(shape: Shape): readonly string[] {
  const found = namesOfShapes.get(shape);
  if (found !== undefined) return found;
  const names = shape.members.map(({ as }, index) => `${index > 0 ? ',' : ''}${JSON.stringify(as)}:`);
  namesOfShapes.set(shape, names);
  return names;
}
