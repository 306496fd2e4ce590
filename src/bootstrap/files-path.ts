/** Where the server gives files out that it keeps itself. */
export const filesPath = '/uploads';
