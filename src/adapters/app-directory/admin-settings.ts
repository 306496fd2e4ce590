import { codec } from './config-codec.js';
import { Flag } from './setting-codecs.js';
import { setting } from './setting.js';

const AdminPath = codec('a path such as "/admin"', (raw) =>
  typeof raw === 'string' && /^(\/[\w-][\w.~-]*){1,4}$/.test(raw) ? raw : undefined,
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
  },
};
