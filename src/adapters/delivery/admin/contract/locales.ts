import * as t from 'io-ts';

/** A locale of the content. */
export const ContentLocale = t.type(
  { code: t.string, name: t.string, isDefault: t.boolean },
  'ContentLocale',
);
export type ContentLocale = t.TypeOf<typeof ContentLocale>;

export const LocaleBody = t.exact(
  t.intersection([t.type({ code: t.string }), t.partial({ name: t.string })]),
  'LocaleBody',
);
export const LocaleChange = t.exact(
  t.partial({ name: t.string, isDefault: t.literal(true) }),
  'LocaleChange',
);
