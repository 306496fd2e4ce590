import type { LinkedLabel } from '../../contract/links.js';

/** A small picture; of other files the end of their name. */
export function Thumbnail({ file: { file } }: { readonly file: Pick<LinkedLabel, 'file'> }) {
  const address = file?.mime.startsWith('image/') ? (file.thumbnailUrl ?? file.url) : undefined;
  const focus = file?.focalPoint ?? null;
  return address === undefined ? (
    <span className="thumbnail hint">{/\.(\w{1,5})$/.exec(file?.url ?? '')?.[1]}</span>
  ) : (
    // What is dragged is the row or the tile, not a copy of the picture.
    <img
      className="thumbnail"
      src={address}
      alt={file?.alternativeText ?? ''}
      loading="lazy"
      draggable={false}
      {...(focus && { style: { objectPosition: `${focus.x}% ${focus.y}%` } })}
    />
  );
}
