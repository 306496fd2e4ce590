import type { ListEdit } from '../../src/domain/relation/list.js';
import type { ListModel, ModelSide } from './list-model.js';

/** A write that was acknowledged. Moments are numbers that grow. */
export interface Written {
  readonly side: ModelSide;
  readonly document: string;
  readonly edit: ListEdit<string>;
  readonly accepted: boolean;
  readonly began: number;
  readonly ended: number;
}

/** The lists that one request read, at one moment between its beginning and its end. */
export interface Observed {
  readonly began: number;
  readonly ended: number;
  readonly lists: readonly {
    readonly side: ModelSide;
    readonly document: string;
    readonly list: readonly string[];
  }[];
}

/** The states through which one order of the writes leads. */
interface State {
  readonly model: ListModel;
  readonly done: ReadonlySet<Written>;
}

/**
 * Returns what no serial order explains. An order explains the final lists if the model, with the writes in that
 * order, accepts and refuses the same writes and ends in these lists. It explains an observation if that is one of
 * its states: a state after every write that was acknowledged before the request began, and before every write that
 * began after the request ended. Writes that did not overlap keep their order. The result is that of the order that
 * leaves the least unexplained.
 */
export function unexplained(
  start: ListModel,
  writes: readonly Written[],
  seen: readonly Observed[],
  left: Observed,
): readonly Observed[] {
  let least: readonly Observed[] = [left];
  let isFound = false;
  for (const states of serialOrders([{ model: start, done: new Set() }], writes)) {
    const end = states.at(-1);
    if (end === undefined || !isSame(end.model, left)) continue;
    const odd = seen.filter((observed) => !states.some((state) => isStateOf(state, writes, observed)));
    if (!isFound || odd.length < least.length) least = odd;
    isFound = true;
  }
  return least;
}

function* serialOrders(states: readonly State[], writes: readonly Written[]): Generator<readonly State[]> {
  const last = states.at(-1);
  if (last === undefined || last.done.size === writes.length) {
    yield states;
    return;
  }
  const { model, done } = last;
  for (const write of writes) {
    if (done.has(write) || writes.some((other) => other.ended < write.began && !done.has(other))) continue;
    const next = model.copy();
    if (next.write(write.side, write.document, write.edit) !== write.accepted) continue;
    yield* serialOrders([...states, { model: next, done: new Set([...done, write]) }], writes);
  }
}

/** A refused write changes nothing, so its moment has no effect. */
const isStateOf = ({ model, done }: State, writes: readonly Written[], observed: Observed): boolean =>
  isSame(model, observed) &&
  writes.every(
    (write) =>
      !write.accepted || (done.has(write) ? write.began < observed.ended : write.ended > observed.began),
  );

const isSame = (model: ListModel, { lists }: Observed): boolean =>
  lists.every(({ side, document, list }) => model.list(side, document).join() === list.join());
