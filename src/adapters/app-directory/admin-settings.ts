import { codec, type InvalidSetting } from './config-codec.js';
import { Handler, Origins, Templates } from './preview-codecs.js';
import { Duration, Flag } from './setting-codecs.js';
import { described, setting } from './setting.js';

const AdminPath = codec('a path such as "/admin"', (raw) =>
  typeof raw === 'string' && /^(\/[\w-][\w.~-]*){1,4}$/.test(raw) ? raw : undefined,
);

const EnvironmentName = codec('a text of at most 40 characters', (raw) =>
  typeof raw === 'string' && /^\P{Cc}{1,40}$/u.test(raw) && raw.trim() !== '' ? raw.trim() : undefined,
);

const environmentColors = ['gray', 'green', 'blue', 'purple', 'orange', 'red'] as const;

const EnvironmentColor = codec(`one of ${environmentColors.join(', ')}`, (raw) =>
  environmentColors.find((color) => color === raw),
);

const listed = (name: string, pattern: RegExp) =>
  codec(name, (raw): readonly string[] | undefined => {
    const parts = typeof raw === 'string' ? raw.split(',').map((part) => part.trim()) : [];
    return parts.length > 0 && parts.every((part) => pattern.test(part)) ? parts : undefined;
  });

const ProviderNames = listed('names of sign-in providers, separated by commas', /^[\w-]+$/);
const Addresses = listed(
  'e-mail addresses, or domains such as "@example.org", separated by commas',
  /^[^\s@<>",]*@[^\s@<>",]+$/,
);

/** The page for administrators. */
export const adminSettings = {
  admin: {
    enabled: setting(
      'ADMIN',
      null,
      Flag,
      true,
      'Whether there is a page for administrators; off removes it and its routes (docs/admin.md)',
    ),
    path: setting('ADMIN_PATH', null, AdminPath, '/admin', 'Where it is'),
    environment: setting(
      'ADMIN_ENVIRONMENT',
      null,
      EnvironmentName,
      described('NODE_ENV'),
      'The name of this server at the top of the page, such as staging',
    ),
    environmentColor: setting(
      'ADMIN_ENVIRONMENT_COLOR',
      null,
      EnvironmentColor,
      'gray',
      'The colour of that name: gray, green, blue, purple, orange or red',
    ),
    providers: setting(
      'ADMIN_PROVIDERS',
      null,
      ProviderNames,
      described('none'),
      'The sign-in providers of config/plugins with which administrators may sign in: names, separated by commas (docs/admin.md)',
    ),
    providerAddresses: setting(
      'ADMIN_PROVIDER_ADDRESSES',
      null,
      Addresses,
      described('none'),
      'Whom these providers let in: verified addresses, or domains such as @example.org, separated by commas',
    ),
    providerLinks: setting(
      'ADMIN_PROVIDER_LINKS',
      null,
      Flag,
      false,
      'Whether the verified address of an administrator is enough to sign in as them the first time, without an invitation',
    ),
    preview: {
      enabled: setting(
        null,
        'admin.preview.enabled',
        Flag,
        true,
        'Whether entries have previews on the site, where it is configured (docs/previews.md)',
      ),
      origins: setting(
        null,
        'admin.preview.config.allowedOrigins',
        Origins,
        described('none'),
        'The sites that the page may show beside an entry: origins, in a list or separated by commas',
      ),
      templates: setting(
        null,
        'admin.preview.config.templates',
        Templates,
        described('none'),
        'Addresses by content-type, such as https://example.org/preview/{slug}?locale={locale}&token={token}',
      ),
      handler: setting(
        null,
        'admin.preview.config.handler',
        Handler,
        described('none'),
        'A function (uid, { documentId, locale, status, token }) that returns the address for types without a template',
      ),
      lifetimeSeconds: setting(
        'PREVIEW_LIFETIME',
        'admin.preview.config.lifetime',
        Duration,
        3600,
        'How long the link of a preview works: seconds, or such as "8h"',
      ),
    },
  },
};

interface AdminProviders {
  readonly providers?: readonly string[] | undefined;
  readonly providerAddresses?: readonly string[] | undefined;
}

/** Reasons that depend on several settings; `known` are the providers of config/plugins. */
export function adminRefusals(
  { providers = [], providerAddresses = [] }: AdminProviders,
  known: readonly string[],
): readonly InvalidSetting[] {
  const strange = providers.filter((name) => !known.includes(name));
  return [
    ...strange.map((name) => ({
      path: 'ADMIN_PROVIDERS',
      message: `names ${name}, which is not in users-permissions.config.providers`,
    })),
    ...(providers.length > 0 && providerAddresses.length === 0
      ? [{ path: 'ADMIN_PROVIDER_ADDRESSES', message: 'is missing: ADMIN_PROVIDERS needs it' }]
      : []),
  ];
}
