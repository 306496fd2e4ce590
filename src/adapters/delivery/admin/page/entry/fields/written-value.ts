/**
 * Returns the value of what is typed as a text. Texts that are not required may be empty, which is not the same as none, once
 * something was typed. One that is required has no value then: the API takes an empty one, so publishing would too.
 */
export const writtenValue = (text: string, isRequired: boolean): string | null =>
  text === '' && isRequired ? null : text;
