import * as t from 'io-ts';
import { FocalPoint } from './links.js';
import { Integer, listOf, orNull, Time } from './wire.js';

/** A smaller size of a picture. */
const MediaFormat = t.type({
  name: t.string,
  url: t.string,
  width: t.number,
  height: t.number,
  size: t.number,
});

export const MediaFile = t.type(
  {
    id: Integer,
    documentId: t.string,
    name: t.string,
    /** Empty: the picture is decoration; null: nobody has said it yet. */
    alternativeText: orNull(t.string),
    caption: orNull(t.string),
    focalPoint: orNull(FocalPoint),
    url: t.string,
    thumbnailUrl: orNull(t.string),
    mime: t.string,
    /** In kilobytes, as the content API has it. */
    size: t.number,
    width: orNull(t.number),
    height: orNull(t.number),
    /** The smallest first. */
    formats: listOf(MediaFormat),
    /** The documentId of its folder; null: at the top, or the administrator may not see folders. */
    folder: orNull(t.string),
    /** Whether the administrator may change it, as far as their grant covers its attributes. */
    mayUpdate: t.boolean,
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
    focalPoint: orNull(FocalPoint),
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

/** `meta` of the files that no entry uses; of many, only the first are answered. */
export const UnusedMeta = t.type({ total: Integer });
export type UnusedMeta = t.TypeOf<typeof UnusedMeta>;
