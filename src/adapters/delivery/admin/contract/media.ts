import * as t from 'io-ts';
import { Integer, orNull, Time } from './wire.js';

export const MediaFile = t.type(
  {
    id: Integer,
    documentId: t.string,
    name: t.string,
    alternativeText: orNull(t.string),
    caption: orNull(t.string),
    url: t.string,
    thumbnailUrl: orNull(t.string),
    mime: t.string,
    /** In kilobytes, as the content API has it. */
    size: t.number,
    width: orNull(t.number),
    height: orNull(t.number),
    /** The documentId of its folder; null: at the top, or the administrator may not see folders. */
    folder: orNull(t.string),
    createdAt: Time,
    updatedAt: Time,
  },
  'MediaFile',
);
export type MediaFile = t.TypeOf<typeof MediaFile>;

/** What is absent stays as it is. Attributes that the app has added to files can be there too. */
export const MediaBody = t.partial(
  {
    name: t.string,
    alternativeText: orNull(t.string),
    caption: orNull(t.string),
    focalPoint: t.unknown,
    /** A documentId; null: at the top. */
    folder: orNull(t.string),
  },
  'MediaBody',
);

export const MediaFolder = t.type(
  {
    id: Integer,
    documentId: t.string,
    name: t.string,
    /** The documentId of the folder that it is in; null: it is at the top. */
    parent: orNull(t.string),
  },
  'MediaFolder',
);
export type MediaFolder = t.TypeOf<typeof MediaFolder>;

/** What is absent stays as it is; a new folder needs a `name`. */
export const FolderBody = t.exact(t.partial({ name: t.string, parent: orNull(t.string) }), 'FolderBody');
