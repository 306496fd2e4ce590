import type { WireType } from '../../contract/types.js';
import { say, sayIfKnown, type MessageId } from './messages.js';

/** Names of what the server brings, in the language of the page. What is of the app keeps the name that it has there. */

export const nameOfType = ({ uid, displayName, exposed }: WireType): string =>
  (exposed ? undefined : sayIfKnown(`builtIn.${uid}`, {})) ?? displayName;

/** Whether entries of a type can be in several locales of the server, or one of them is in several of its own. */
export const hasSeveralLocales = ({ localized }: WireType, locales: readonly unknown[] = []): boolean =>
  localized && locales.length > 1;

/** For texts that name one locale of several where there are some. */
export const localeWords = (type: WireType, locales: readonly unknown[] | undefined) => ({
  localized: hasSeveralLocales(type, locales) ? 'yes' : 'no',
});

const named =
  (kind: string) =>
  (name: string): string =>
    sayIfKnown(`${kind}.${name}`, {}) ?? name;

/** Of a role of administrators. */
export const nameOfRole = named('role');

/** How somebody without a second factor signs in. */
export const signInWords = (provider: string | null): string =>
  provider === null ? say('administrators.password') : say('administrators.provider', { provider });

/** Of an action in the audit trail. */
export const nameOfAction = named('action');

/** Of the kind of who did something. */
export const nameOfActor = named('actor');

const keys: Readonly<Record<string, MessageId>> = {
  Shift: 'key.shift',
  Space: 'key.space',
  Enter: 'key.enter',
  Escape: 'key.escape',
  Home: 'key.home',
  End: 'key.end',
};

/** Where Mod is ⌘. In the editor of blocks, Control keeps the meaning that it has in texts there. */
const isApple = /^(Mac|iP)/.test(navigator.platform);

/**
 * Returns keys that are pressed together, as `Mod+Shift+h`, in the words on the keyboards of the language: `Strg Umschalt H`.
 * A letter alone is shown as it is typed, without Shift.
 */
export function nameOfKeys(pressed: string): string {
  const together = pressed.split('+');
  const nameOf = (key: string): string => {
    if (key === 'Mod') return isApple ? '⌘' : say('key.ctrl');
    const id = keys[key];
    if (id !== undefined) return say(id);
    return key.length === 1 && together.length > 1 ? key.toUpperCase() : key;
  };
  return together.map(nameOf).join(' ');
}
