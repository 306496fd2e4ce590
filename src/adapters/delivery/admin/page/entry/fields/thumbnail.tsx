import type { LinkedLabel } from '../../../contract/links.js';

/** A small picture; other kinds of files show what they are. */
export function Thumbnail({ file: { file } }: { readonly file: Pick<LinkedLabel, 'file'> }) {
  const address = file?.mime.startsWith('image/') ? (file.thumbnailUrl ?? file.url) : undefined;
  return address === undefined ? (
    <span className="thumbnail hint">{file?.mime.split('/').at(-1)?.slice(0, 5)}</span>
  ) : (
    <img className="thumbnail" src={address} alt={file?.alternativeText ?? ''} loading="lazy" />
  );
}
