import type { MailMessage, MailTransport } from '../../../application/ports/mail-transport.js';
import type { PluginParts } from './create-plugins.js';

interface EmailSettings {
  /** The provider in effect. */
  readonly provider: string;
  readonly settings: Readonly<Record<string, unknown>>;
}

/** `strapi.plugin('email')`. */
export const emailPlugin = (mails: MailTransport, settings: EmailSettings): PluginParts => ({
  services: {
    email: {
      send: (message: MailMessage) => mails.send(message ?? {}),
      sendTemplatedEmail: (message: MailMessage, template: unknown, data: unknown) =>
        mails.send({ ...message, ...filled(template, data) }),
      getProviderSettings: () => settings,
    },
  },
});

const parts = ['subject', 'text', 'html'] as const;

/** Fills `<%= user.name %>` in the three texts. A name without a value stays as it is. */
function filled(template: unknown, data: unknown): Readonly<Record<string, string>> {
  const texts = (template ?? {}) as Readonly<Record<string, unknown>>;
  const missing = parts.filter((part) => typeof texts[part] !== 'string');
  if (missing.length > 0)
    throw new Error(`Following attributes are missing from your email template : ${missing.join(', ')}`);
  return Object.fromEntries(
    parts.map((part) => [
      part,
      String(texts[part]).replace(/<%=\s*([\w$]+(?:\.[\w$]+)*)\s*%>/g, (whole, path: string) => {
        const value = valueAt(data, path.split('.'));
        return typeof value === 'string' || typeof value === 'number' ? String(value) : whole;
      }),
    ]),
  );
}

const valueAt = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (holder, key) =>
      typeof holder === 'object' && holder !== null && Object.hasOwn(holder, key)
        ? (holder as Readonly<Record<string, unknown>>)[key]
        : undefined,
    value,
  );
