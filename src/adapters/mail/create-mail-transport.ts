import type { Log } from '../../application/ports/log.js';
import type { MailMessage, MailTransport } from '../../application/ports/mail-transport.js';

export interface MailTransportOptions {
  /** `smtp://user:password@host:port`. Takes precedence over the provider; null: none is set. */
  readonly url: string | null;
  /** The provider of `config/plugins`; null: none is set. */
  readonly provider: MailProvider | null;
  /** `Name <address>`. */
  readonly from: string;
  readonly replyTo?: string | undefined;
  /** Whether mails, with their codes, are logged if there is no mail server: for developers. */
  readonly prints: boolean;
  /** Makes a provider of its package, for which it needs `name`, `options` and `settings`. */
  readonly initProvider: (name: string, ...given: readonly unknown[]) => Promise<unknown>;
  readonly log: Log;
}

export interface MailProvider {
  /** `nodemailer`, the name of a provider's package, or what follows `@strapi/provider-email-` in it. */
  readonly name: string;
  readonly options: unknown;
  readonly settings: Readonly<Record<string, unknown>>;
}

type Send = (message: MailMessage) => Promise<unknown>;

const timeoutMs = 10_000;

export function createMailTransport(options: MailTransportOptions): MailTransport {
  let opened: Promise<Send> | undefined;
  const { url, provider, from, replyTo } = options;
  const open = (): Promise<Send> => (opened ??= openSend(options));
  return {
    async open() {
      // SMTP servers are connected to for the first mail, and nodemailer is loaded then: most servers send none.
      if (url === null && provider !== null && provider.name !== 'nodemailer') await open();
    },
    async send(message) {
      const send = await open();
      return send({ ...message, from: message.from || from, ...sender(message.replyTo || replyTo) });
    },
  };
}

const sender = (replyTo: unknown): { readonly replyTo?: unknown } => (replyTo ? { replyTo } : {});

async function openSend(options: MailTransportOptions): Promise<Send> {
  const { url, provider } = options;
  if (url !== null) return openNodemailer({ url });
  if (provider === null) return (message) => tell(message, options);
  return provider.name === 'nodemailer' ? openNodemailer(provider.options) : openProvider(provider, options);
}

async function openNodemailer(options: unknown): Promise<Send> {
  const { createTransport } = await import('nodemailer');
  const timeouts = { connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs };
  const transport = createTransport(
    typeof options === 'object' && options !== null ? { ...timeouts, ...options } : (options as string),
  );
  return (message) => transport.sendMail(message as object);
}

async function openProvider(
  { name, options, settings }: MailProvider,
  { initProvider }: MailTransportOptions,
): Promise<Send> {
  const made = (await initProvider(name, options ?? {}, settings)) as { readonly send?: unknown } | null;
  const send = made?.send;
  if (typeof send !== 'function') throw new Error(`The e-mail provider ${name} has no function send`);
  return async (message) => (await send.call(made, { ...message, to: textAddress(message.to) })) as unknown;
}

/** Providers take only text. An address that could be parsed as several is refused. */
function textAddress(to: unknown): unknown {
  if (!isNamed(to)) return to;
  const { address } = to;
  if (/[\s,;<>"()]/.test(address)) throw new Error('An address with these characters cannot be sent to');
  return address;
}

const isNamed = (to: unknown): to is { readonly address: string } =>
  typeof to === 'object' && to !== null && 'address' in to && typeof to.address === 'string';

async function tell(
  { to, cc, bcc, subject, text }: MailMessage,
  { prints, log }: MailTransportOptions,
): Promise<void> {
  if (!prints)
    throw new Error('No mail server is set: set MAIL_URL, or email.config.provider in config/plugins');
  const recipients = [to, cc, bcc].flat().filter(Boolean).map(addressText);
  if (recipients.length === 0) throw new Error('The mail has no recipient: give it to, cc or bcc');
  log.info(
    `No mail server is set, so this is what would be sent to ${recipients.join(', ')}: ${plain(subject)}\n\n${plain(text)}`,
  );
}

const plain = (value: unknown): string => (typeof value === 'string' ? value : '');

const addressText = (to: unknown): string =>
  typeof to === 'string' ? to : isNamed(to) ? to.address : JSON.stringify(to);
