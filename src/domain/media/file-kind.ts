/** What `allowedTypes` of a media attribute speaks of. */
export type FileKind = 'images' | 'videos' | 'audios' | 'files';

const kinds: Readonly<Record<string, FileKind>> = { image: 'images', video: 'videos', audio: 'audios' };

/** `files` are all that are neither pictures nor videos nor sounds. */
export const kindOf = (mime: string): FileKind => kinds[mime.split('/', 1)[0] ?? ''] ?? 'files';
