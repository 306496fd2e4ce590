/** The part of a text that another one has not, and what stands there instead. */
export interface TextChange {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

/** Returns the smallest change at one place that makes one text of another. */
export function changeBetween(was: string, is: string): TextChange {
  const most = Math.min(was.length, is.length);
  let start = 0;
  while (start < most && was[start] === is[start]) start += 1;
  let end = 0;
  while (end < most - start && was[was.length - 1 - end] === is[is.length - 1 - end]) end += 1;
  return { from: start, to: was.length - end, insert: is.slice(start, is.length - end) };
}
