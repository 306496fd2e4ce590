import { healthArea, tokenArea, trailArea, typeArea } from '../../../../domain/schema/built-in-uids.js';
import type { Action } from '../../../../domain/permission/permission.js';
import type { ListView } from './views.js';
import type { Uid } from '../../../../domain/schema/schema.js';

/** `GET start`: all that the page needs before its first screen. 401 without a sign-in. */
export interface Start {
  readonly administrator: Me;
  /** The role as which the administrator looks at the page, changing nothing; null: their own. */
  readonly seesAs: string | null;
  /** For the header `X-Quire-Csrf`. */
  readonly csrf: string;
  /** Names the answer of `GET schema/:hash`, which never changes. */
  readonly schema: string;
  readonly rights: Rights;
  readonly locales: readonly ContentLocale[];
  /** Of all content-types: their own, and those that are shared with their role. */
  readonly views: readonly ListView[];
  /** The content-types whose entries may have a preview. */
  readonly previews: readonly Uid[];
  readonly environment: string;
  /** Of the server. */
  readonly version: string;
  /** The path of the content API, `/api`. */
  readonly apiPrefix: string;
}

export interface Me {
  readonly documentId: string;
  readonly name: string;
  readonly email: string;
  readonly role: string;
  readonly hasSecondFactor: boolean;
  /** The provider that signs them in; null: none. */
  readonly provider: string | null;
}

/** What the administrator may do, by content-type and area. A type that is absent is not to be shown. */
export type Rights = Readonly<Record<Uid, Partial<Readonly<Record<Action, Right>>>>>;

export interface Right {
  /** The attributes that it covers; null: all. */
  readonly fields: readonly string[] | null;
  /** Whether it covers all documents, or those that match a filter. */
  readonly rows: 'all' | 'some';
}

/** The areas of the settings, as they are named in `Rights`. */
export const areas = {
  administrators: 'plugin::admin.administrator',
  administratorRoles: 'plugin::admin.role',
  users: 'plugin::users-permissions.user',
  roles: 'plugin::users-permissions.role',
  media: 'plugin::upload.file',
  folders: 'plugin::upload.folder',
  locales: 'plugin::i18n.locale',
  webhooks: 'plugin::webhooks.webhook',
  releases: 'plugin::releases.release',
  views: 'plugin::admin.view',
  types: typeArea,
  tokens: tokenArea,
  trail: trailArea,
  health: healthArea,
} as const;

export interface ContentLocale {
  readonly code: string;
  readonly name: string;
  readonly isDefault: boolean;
}
