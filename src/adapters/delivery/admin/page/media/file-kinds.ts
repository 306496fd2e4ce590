import type { MediaFile } from '../../contract/media.js';
import { kinds, type Kind } from './media-search.js';

export const kindOf = ({ mime }: Pick<MediaFile, 'mime'>): Kind =>
  kinds.find((kind) => mime.startsWith(`${kind}/`)) ?? 'document';

export const isPicture = (file: Pick<MediaFile, 'mime'>): boolean => kindOf(file) === 'image';

/** Whether somebody still has to say what a picture shows, or that it is decoration. */
export const lacksText = (file: Pick<MediaFile, 'mime' | 'alternativeText'>): boolean =>
  isPicture(file) && file.alternativeText === null;
