const kinds = ['images', 'videos', 'audios', 'files'] as const;

/** What `allowedTypes` of a media attribute speaks of. */
export type FileKind = (typeof kinds)[number];

const kindsByType: Readonly<Record<string, FileKind>> = { image: 'images', video: 'videos', audio: 'audios' };

/** `files` are all that are neither pictures nor videos nor sounds. */
export const kindOf = (mime: string): FileKind => kindsByType[mime.split('/', 1)[0] ?? ''] ?? 'files';

/** Whether some kind of file may not be there. */
export const isLimited = (allowedTypes: readonly string[]): boolean =>
  kinds.some((kind) => !allowedTypes.includes(kind));
