import * as t from 'io-ts';
import { isPlainObject } from '../../domain/document/plain-object.js';
import { codec, section, unread, withoutEffect } from './config-codec.js';
import {
  Count,
  CountOrNone,
  Flag,
  Interval,
  MailUrl,
  Names,
  PasswordLength,
  PublicUrl,
  Secret,
  Text,
} from './setting-codecs.js';
import { described, setting } from './setting.js';

/** The target of a redirect: another site, or a path of this one. */
const Page = codec('a URL, or a path such as "/welcome"', (raw) =>
  typeof raw === 'string' && (/^\/(?!\/)/.test(raw) || (raw !== '' && PublicUrl.is(raw))) ? raw : undefined,
);

const HashKind = codec('argon2id or bcrypt', (raw) =>
  raw === 'argon2id' || raw === 'bcrypt' ? raw : undefined,
);

/** A provider of OpenID Connect. */
const Provider = section({
  issuer: PublicUrl,
  clientId: Text,
  clientSecret: Secret,
  scopes: Names,
  redirectTo: PublicUrl,
});

const emailKey = 'plugins.email.config';

/** Options of providers may hold secrets. */
const ProviderOptions = codec('an object, or a text (secret)', (raw): unknown =>
  isPlainObject(raw) || Text.is(raw) ? raw : undefined,
);

const isAddress = (value: unknown): value is string | undefined => value === undefined || Text.is(value);

const MailSettings = codec('an object whose defaultFrom and defaultReplyTo are texts', (raw) =>
  isPlainObject(raw) && isAddress(raw['defaultFrom']) && isAddress(raw['defaultReplyTo']) ? raw : undefined,
);

export const defaultSender = 'Quire <no-reply@localhost>';

export const usersKey = 'plugins.users-permissions.config';

export const accountsSettings = {
  rateLimit: {
    enabled: setting(
      'RATE_LIMIT',
      `${usersKey}.ratelimit.enabled`,
      Flag,
      true,
      'Whether requests to the routes that check passwords are limited (docs/rate-limits.md)',
    ),
    max: setting(
      'RATE_LIMIT_MAX',
      `${usersKey}.ratelimit.max`,
      Count,
      10,
      'Requests of one address to one of these routes in an interval',
    ),
    windowMs: setting(
      'RATE_LIMIT_INTERVAL',
      `${usersKey}.ratelimit.interval`,
      Interval,
      60_000,
      'That interval, in milliseconds',
    ),
  },
  accounts: {
    passwords: {
      minLength: setting(
        'PASSWORD_MIN_LENGTH',
        `${usersKey}.passwords.minLength`,
        PasswordLength,
        8,
        'Characters that a new password has at least, 6 to 256',
      ),
      refuseCommon: setting(
        'PASSWORD_REFUSE_COMMON',
        `${usersKey}.passwords.refuseCommon`,
        Flag,
        true,
        'Whether the most common passwords are refused as new ones',
      ),
      hash: setting(
        null,
        `${usersKey}.passwords.hash`,
        HashKind,
        'argon2id',
        'How passwords are hashed: argon2id, or bcrypt for code that compares hashes itself (docs/plugins-and-cron.md)',
      ),
    },
    attempts: {
      max: setting(
        'SIGN_IN_ATTEMPTS',
        `${usersKey}.attempts.max`,
        CountOrNone,
        10,
        'Attempts with the password of one account in an interval, from all addresses that have not signed in to it; 0 for any number (docs/rate-limits.md)',
      ),
      windowMs: setting(
        'SIGN_IN_ATTEMPTS_INTERVAL',
        `${usersKey}.attempts.interval`,
        Interval,
        15 * 60_000,
        'That interval, in milliseconds',
      ),
    },
    allowRegister: setting(
      null,
      `${usersKey}.advanced.allowRegister`,
      Flag,
      true,
      'Whether people can register',
      `${usersKey}.advanced.allow_register`,
    ),
    allowedFields: setting(
      null,
      `${usersKey}.register.allowedFields`,
      Names,
      described('none'),
      'Attributes of users that people may set when they register',
    ),
    defaultRole: setting(
      null,
      `${usersKey}.advanced.defaultRole`,
      Text,
      'authenticated',
      'The role of people who register',
      `${usersKey}.advanced.default_role`,
    ),
    emailConfirmation: setting(
      null,
      `${usersKey}.advanced.emailConfirmation`,
      Flag,
      false,
      'Whether they have to confirm their e-mail address before they log in',
      `${usersKey}.advanced.email_confirmation`,
    ),
    confirmedUrl: setting(
      null,
      `${usersKey}.advanced.emailConfirmationRedirection`,
      Page,
      '/',
      'The page that a browser is sent to after that',
      `${usersKey}.advanced.email_confirmation_redirection`,
    ),
    resetPasswordUrl: setting(
      null,
      `${usersKey}.advanced.emailResetPassword`,
      PublicUrl,
      described('/reset-password of this server'),
      'The page that mails about forgotten passwords link to',
      `${usersKey}.advanced.email_reset_password`,
    ),
    providers: setting(
      null,
      `${usersKey}.providers`,
      t.record(t.string, Provider, 'an object of providers by name'),
      described('none'),
      'Providers of OpenID Connect that people sign in with (docs/sign-in-with-providers.md)',
    ),
    mailUrl: setting(
      'MAIL_URL',
      null,
      MailUrl,
      described('none: mails are logged, in production not sent'),
      'The mail server: smtp://user:password@host:port, or smtps://…',
    ),
    mailFrom: setting(
      'MAIL_FROM',
      null,
      Text,
      described(`settings.defaultFrom, or ${defaultSender}`),
      'Who mails come from',
    ),
    mailSettings: setting(
      null,
      `${emailKey}.settings`,
      MailSettings,
      described('none'),
      'defaultFrom, defaultReplyTo, and what else the provider of mails reads',
    ),
    mailProvider: setting(
      null,
      `${emailKey}.provider`,
      Text,
      described('none'),
      'Without MAIL_URL, what sends mails: nodemailer, or a package (docs/plugins-and-cron.md)',
    ),
    mailProviderOptions: setting(
      null,
      `${emailKey}.providerOptions`,
      ProviderOptions,
      described('none'),
      'The options of that provider',
    ),
  },
};

const UniqueEmail = withoutEffect('no two users have one address', true, 'true');

export const otherAccountsKeys = {
  ...unread('plugins.users-permissions.resolve', 'plugins.email.resolve', `${emailKey}.ratelimit`),
  'plugins.email.enabled': withoutEffect('mails cannot be switched off', true, 'true'),
  'plugins.users-permissions.enabled': withoutEffect('accounts cannot be switched off', true, 'true'),
  [`${usersKey}.ratelimit.headers`]: withoutEffect('they come with every answer', true, 'true'),
  [`${usersKey}.ratelimit.message`]: withoutEffect('clients know the one that there is'),
  [`${usersKey}.ratelimit.prefixKey`]: withoutEffect('an address has a count for each route'),
  [`${usersKey}.advanced.uniqueEmail`]: UniqueEmail,
  [`${usersKey}.advanced.unique_email`]: UniqueEmail,
  [`${usersKey}.callback`]: withoutEffect(
    'people who sign in come back to the redirectTo of their provider, and nowhere else',
  ),
  [`${usersKey}.layout`]: withoutEffect('the admin page has a layout of its own'),
  [`${usersKey}.validationRules`]: withoutEffect(
    'say what a password has to be with passwords.minLength, or in src/extensions/users-permissions/content-types/user/schema.json, with minLength, maxLength and regex',
  ),
};
