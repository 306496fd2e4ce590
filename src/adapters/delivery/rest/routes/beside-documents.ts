/** The words that stand where a path of a type has a documentId. What an app itself routes there is the app's. */
export const besideDocuments = { aggregate: 'aggregate', changes: 'changes' } as const;

const paths = new RegExp(`^/[^/]+/(${Object.values(besideDocuments).join('|')})/?$`, 'i');

/** Whether a path below the prefix is one of those. */
export const isBesideDocuments = (path: string): boolean => paths.test(path);
