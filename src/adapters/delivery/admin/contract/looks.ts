/** How the page looks, as each administrator chooses. */
export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** How much room rows and controls take. */
export const densities = ['normal', 'compact', 'loose'] as const;
export type Density = (typeof densities)[number];
