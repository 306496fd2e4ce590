import type { WireType } from '../../contract/types.js';
import { say, sayIfKnown, type MessageId } from './messages.js';

/** Names of what the server brings, in the language of the page. What is of the app keeps the name that it has there. */

export const nameOfType = ({ uid, displayName, exposed }: WireType): string =>
  (exposed ? undefined : sayIfKnown(`builtIn.${uid}`, {})) ?? displayName;

/** Of a role of administrators. */
export const nameOfRole = (role: string): string => sayIfKnown(`role.${role}`, {}) ?? role;

/** Of an action in the audit trail. */
export const nameOfAction = (action: string): string => sayIfKnown(`action.${action}`, {}) ?? action;

/** Of the kind of who did something. */
export const nameOfActor = (kind: string): string => sayIfKnown(`actor.${kind}`, {}) ?? kind;

const keys: Readonly<Record<string, MessageId>> = {
  Mod: 'key.ctrl',
  Ctrl: 'key.ctrl',
  Shift: 'key.shift',
  Space: 'key.space',
  Enter: 'key.enter',
  Escape: 'key.escape',
  Home: 'key.home',
  End: 'key.end',
};

/** Returns keys that are pressed together as the keyboards of the language have them: `Strg Umschalt H`. */
export const nameOfKeys = (pressed: readonly string[]): string =>
  pressed
    .map((key) => {
      const id = keys[key];
      return id === undefined ? (key.length === 1 ? key.toUpperCase() : key) : say(id);
    })
    .join(' ');
