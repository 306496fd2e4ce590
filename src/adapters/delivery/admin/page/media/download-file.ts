import type { MediaFile } from '../../contract/media.js';

/** How many files are downloaded at once. */
export const mostDownloads = 20;

/** Browsers drop downloads that begin all at once. */
const pauseMs = 250;

/** Has the browser keep a file under its own name. */
export async function downloadFile({ url, name }: Pick<MediaFile, 'url' | 'name'>): Promise<void> {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.rel = 'noreferrer';
  // A file of another origin may be shown instead of kept, which must not replace this page.
  if (new URL(link.href).origin !== location.origin) link.target = '_blank';
  link.click();
  await new Promise((resolve) => setTimeout(resolve, pauseMs));
}
