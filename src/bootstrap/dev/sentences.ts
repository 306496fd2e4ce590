/** Names changed files for the log. */
export const shown = (files: readonly string[]): string =>
  files.length <= 4 ? files.join(', ') : `${files.slice(0, 3).join(', ')} and ${files.length - 3} others`;

/** Asks whether attributes that are gone were renamed. */
export const decisionOn = (renames: readonly string[]): string => `Is this a renaming?
${renames.map((sentence) => `  ${sentence}`).join('\n')}
If it is, add "renamedFrom" with the old name to the new one, so that the content moves along.
If it is not, save the schema file again: the new one begins empty, and what is gone keeps its data until quire schema drop.`;
