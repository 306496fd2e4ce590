import type { CostLimits } from '../../domain/plan/plan-cost.js';
import type { Limits } from '../../domain/plan/read-plan.js';

/**
 * Rows of one list, and characters of one answer: ten times what the largest page needs, a hundred documents with long
 * texts and what they lead to, and little enough for a hundred answers at once.
 */
export const defaultLimits: Limits = { rows: 10_000, textSize: 8 * 1024 * 1024 };

/** Some second and a half of PostgreSQL's processor time for one request, and the relations of a page builder. */
export const defaultBudget: CostLimits = { cost: 300_000, relationDepth: 6 };
