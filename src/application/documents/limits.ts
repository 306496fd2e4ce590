import type { Limits } from '../../domain/plan/read-plan.js';

/** Rows of one list, and characters of one answer. */
export const defaultLimits: Limits = { rows: 10_000, textSize: 32 * 1024 * 1024 };
