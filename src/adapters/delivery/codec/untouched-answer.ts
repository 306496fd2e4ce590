/** An answer of a core action: `{ data, meta }`, made from its text when app code reads a member. */
export interface CoreAnswer {
  data: unknown;
  meta: unknown;
}

const texts = new WeakMap<object, string>();

/**
 * Returns an answer whose members are made when they are first read. An answer that app code passes on without reading
 * it is sent as its text, which the database has made.
 */
export function untouchedAnswer(text: string, make: () => CoreAnswer): CoreAnswer {
  let made: CoreAnswer | undefined;
  const touched = (): CoreAnswer => {
    texts.delete(answer);
    return (made ??= make());
  };
  const member = (name: keyof CoreAnswer): PropertyDescriptor => ({
    configurable: true,
    enumerable: true,
    get: () => touched()[name],
    set: (value: unknown) => void (touched()[name] = value),
  });
  const answer = Object.defineProperties({}, { data: member('data'), meta: member('meta') }) as CoreAnswer;
  texts.set(answer, text);
  return answer;
}

/** The text of an answer that app code has neither read nor changed; undefined for every other value. */
export function untouchedText(body: unknown): string | undefined {
  const text = typeof body === 'object' && body !== null ? texts.get(body) : undefined;
  // App code may have added members.
  return text !== undefined && Object.keys(body as object).length === 2 ? text : undefined;
}
