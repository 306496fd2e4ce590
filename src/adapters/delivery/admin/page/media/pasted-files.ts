/** Returns the files that are pasted. In a field for text none are: what is copied from a text may have a picture of itself. */
export function pastedFiles(
  target: EventTarget | null,
  data: Pick<DataTransfer, 'files'> | null,
): readonly File[] {
  const isText = target instanceof Element && target.closest('input, textarea, [contenteditable]') !== null;
  return isText ? [] : [...(data?.files ?? [])];
}
