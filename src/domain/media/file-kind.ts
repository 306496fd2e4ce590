const kinds = ['images', 'videos', 'audios', 'files'] as const;

/** The values of `allowedTypes` of a media attribute. */
export type FileKind = (typeof kinds)[number];

const kindsByType: Readonly<Record<string, FileKind>> = { image: 'images', video: 'videos', audio: 'audios' };

/** `files` are all types other than images, videos and audio. */
export const kindOf = (mime: string): FileKind => kindsByType[mime.split('/', 1)[0] ?? ''] ?? 'files';

/** Whether some kind of file is not allowed. */
export const isLimited = (allowedTypes: readonly string[]): boolean =>
  kinds.some((kind) => !allowedTypes.includes(kind));
