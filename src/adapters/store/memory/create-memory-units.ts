import { AsyncLocalStorage } from 'node:async_hooks';
import { carriersOver } from '../../../application/stores/carriers.js';
import { createUnits, defaultUnitTimeoutMs, type Units } from '../../../application/stores/create-units.js';
import type { UnitDriver } from '../../../application/stores/open-unit.js';
import type { ReadWriteTurns } from './read-write-turns.js';

const newCarrier = carriersOver(new AsyncLocalStorage());

/**
 * A unit of work in memory. From its first write to its end it holds the turn: other writes and reads wait, so nobody
 * sees what it may still take back.
 */
export interface MemoryUnit {
  /** What takes back the changes so far, in their order. */
  readonly undo: (() => void)[];
  /** What takes effect at the commit. */
  readonly atCommit: (() => void)[];
  readonly holdsTurn: boolean;
  /** Waits for the turn, unless the unit has it already. */
  hold(): Promise<void>;
  release(): void;
}

export const createMemoryUnits = (
  turns: ReadWriteTurns,
  timeoutMs = defaultUnitTimeoutMs,
): Units<MemoryUnit> => createUnits(driverOf(turns), newCarrier(), { timeoutMs });

/** Writes in the current unit, or on its own if there is none. */
export type MemoryWriter = <T>(work: (unit: MemoryUnit | null) => Promise<T>) => Promise<T>;

export const createWriter =
  (turns: ReadWriteTurns, units: Units<MemoryUnit>): MemoryWriter =>
  (work) =>
    units.join(
      async (unit) => {
        await unit.hold();
        return work(unit);
      },
      () => turns.write(() => work(null)),
    );

const driverOf = (turns: ReadWriteTurns): UnitDriver<MemoryUnit> => ({
  begin: async () => openUnit(turns),
  async commit(unit) {
    for (const step of unit.atCommit) step();
    unit.release();
  },
  async rollback(unit) {
    for (const step of unit.undo.reverse()) step();
    unit.release();
  },
  isConflict: () => false,
  failureOf: () => null,
});

function openUnit(turns: ReadWriteTurns): MemoryUnit {
  let release: (() => void) | undefined;
  return {
    undo: [],
    atCommit: [],
    get holdsTurn() {
      return release !== undefined;
    },
    async hold() {
      if (release !== undefined) return;
      await new Promise<void>((held) => {
        void turns.write(() => {
          held();
          return new Promise<void>((resolve) => (release = resolve));
        });
      });
    },
    release: () => release?.(),
  };
}
