/** How much room rows and controls take. */
export const densities = ['normal', 'compact', 'loose'] as const;
export type Density = (typeof densities)[number];
