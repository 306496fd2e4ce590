/** What turned out not to be answered by one question is not tried again for some times: trying costs a question. */
const rests = new WeakMap<object, number>();

/** `of`: what decided it, such as the relation that led to too much. */
export const triedInVain = (of: object): void => void rests.set(of, 20);

export function isWorthTrying(of: object): boolean {
  const left = rests.get(of) ?? 0;
  if (left > 0) rests.set(of, left - 1);
  return left === 0;
}
