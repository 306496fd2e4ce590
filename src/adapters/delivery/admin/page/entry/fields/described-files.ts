import { create } from 'zustand';
import type { LinkedLabel } from '../../../contract/links.js';
import type { MediaFile } from '../../../contract/media.js';

/** What was said of files since the entry was read, by documentId: the entry itself does not change by it. */
export const useDescribed = create<Readonly<Record<string, MediaFile>>>(() => ({}));

export const noteDescribed = (file: MediaFile): void => useDescribed.setState({ [file.documentId]: file });

export const forgetDescribed = (): void => useDescribed.setState({}, true);

/** A linked file as it is by now. */
export function current(label: LinkedLabel, described: Readonly<Record<string, MediaFile>>): LinkedLabel {
  const file = described[label.documentId];
  return file === undefined ? label : { ...label, label: file.name, file };
}
