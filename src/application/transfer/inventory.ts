import type { Inventory } from '../ports/archive-store.js';

/** Returns the names of parts that differ, or that only one inventory has. */
export const changedParts = (before: Inventory, after: Inventory): readonly string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((name) => {
    const [left, right] = [before[name], after[name]];
    return left?.rows !== right?.rows || left?.lastId !== right?.lastId || left?.detail !== right?.detail;
  });

export const totalOf = (inventory: Inventory): number =>
  Object.values(inventory).reduce((total, { rows }) => total + rows, 0);
