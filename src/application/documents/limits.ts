import type { CostLimits } from '../../domain/plan/plan-cost.js';
import type { Limits } from '../../domain/plan/read-plan.js';

/**
 * Limits of the rows of one list and of the characters of one answer: ten times what a page of a hundred documents with
 * long texts and populated relations needs, and small enough for a hundred answers at once.
 */
export const defaultLimits: Limits = { rows: 10_000, textSize: 8 * 1024 * 1024 };

/** About 1.2 s of PostgreSQL's processor time (2 s on a slow machine), and as many nested relations as page builders populate. */
export const defaultBudget: CostLimits = { cost: 240_000, relationDepth: 6 };
