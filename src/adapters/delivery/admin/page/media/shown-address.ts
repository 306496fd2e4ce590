import type { MediaFile } from '../../contract/media.js';

/** How many pixels of a picture are enough to look at it. */
const enough = 750;

/** Returns the address of the smallest size of a picture that is large enough to look at. */
export const shownAddress = ({ url, formats }: Pick<MediaFile, 'url' | 'formats'>): string =>
  formats.find(({ width }) => width >= enough)?.url ?? url;
