import * as t from 'io-ts';
import { languages } from './languages.js';
import { densities, themes } from './looks.js';
import { listOf, oneOf, orNull } from './wire.js';

/** The place of a content-type at the side. */
const SidePlace = t.exact(
  t.type({
    uid: t.string,
    /** The heading above it; empty: that of all others. */
    group: t.string,
    isPinned: t.boolean,
    isHidden: t.boolean,
  }),
  'SidePlace',
);
export type SidePlace = t.TypeOf<typeof SidePlace>;

const members = {
  language: oneOf(languages.map(({ code }) => code)),
  theme: oneOf(themes),
  density: oneOf(densities),
  /** Whether keys without Ctrl or Alt do something. */
  letterKeys: t.boolean,
  /** In their order; content-types that are not there come after these. */
  side: listOf(SidePlace),
} as const;

/** What an administrator has set for the page. Absent: nothing, so that the browser decides. */
export const Preferences = t.exact(t.partial(members), 'Preferences');
export type Preferences = t.TypeOf<typeof Preferences>;

/** Members that are absent stay as they are; null removes one. */
export const PreferencesChange = t.exact(
  t.partial({
    language: orNull(members.language),
    theme: orNull(members.theme),
    density: orNull(members.density),
    letterKeys: orNull(members.letterKeys),
    side: orNull(members.side),
  }),
  'PreferencesChange',
);
export type PreferencesChange = t.TypeOf<typeof PreferencesChange>;

/** Returns what fits of kept preferences, as another version may have written them. */
export const fittingPreferences = (kept: Readonly<Record<string, unknown>>): Preferences =>
  Object.fromEntries(
    Object.entries(members).flatMap(([name, codec]) => (codec.is(kept[name]) ? [[name, kept[name]]] : [])),
  );
