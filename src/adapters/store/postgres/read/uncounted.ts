/** Stands for a total of more than `mostCounted`. */
export const uncounted = '-1';
