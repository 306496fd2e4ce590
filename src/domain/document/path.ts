/** A path in a body: attribute names and list indexes. */
export type Path = readonly (string | number)[];

/** Formats a path for messages: `Openings[0].day`. The body itself is `this`. */
export const nameOf = (path: Path): string =>
  path.length === 0
    ? 'this'
    : path
        .map((step, index) => (typeof step === 'number' ? `[${step}]` : index === 0 ? step : `.${step}`))
        .join('');

/** The path of an object for messages about its keys, without list indexes. */
export const keyPathOf = (path: Path): string | null => {
  const keys = path.filter((step) => typeof step === 'string');
  return keys.length === 0 ? null : keys.join('.');
};
