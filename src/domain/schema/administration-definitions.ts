import {
  administratorLinkType,
  administratorRoleType,
  administratorSessionType,
  administratorType,
  viewType,
} from './built-in-uids.js';
import { info, type Definition } from './definition.js';

/** See `AdministratorRecord`. The secrets of the second factor are encrypted, its recovery codes hashed. */
const administrator: Definition = {
  collectionName: 'ad_administrators',
  info: info('administrator', 'Administrator'),
  attributes: {
    email: { type: 'string', required: true, unique: true },
    name: { type: 'string', required: true },
    role: { type: 'string', required: true, index: true },
    blocked: { type: 'boolean', required: true, default: false },
    passwordHash: { type: 'string', private: true, required: true },
    secondFactor: { type: 'text', private: true },
    recoveryCodes: { type: 'json', private: true },
    usedCode: { type: 'string', private: true },
    subject: { type: 'string', private: true, unique: true },
  },
};

/** A role of administrators, beside the built-in ones. */
const administratorRole: Definition = {
  collectionName: 'ad_roles',
  info: info('role', 'Role of administrators'),
  attributes: {
    name: { type: 'string', required: true, unique: true },
    grants: { type: 'json', required: true },
  },
};

/** See `SignInRecord`. */
const administratorSession: Definition = {
  collectionName: 'ad_sessions',
  info: info('session', 'Sign-in of an administrator'),
  attributes: {
    hash: { type: 'string', private: true, required: true, unique: true },
    administrator: { type: 'string', private: true, required: true, index: true },
    waits: { type: 'boolean', private: true, required: true },
    usedAt: { type: 'datetime', private: true, required: true },
    expiresAt: { type: 'datetime', private: true, required: true, index: true },
    origin: { type: 'string', private: true },
    agent: { type: 'string', private: true },
    provenAt: { type: 'datetime', private: true },
    seesAs: { type: 'string', private: true },
    seesAsUser: { type: 'string', private: true },
  },
};

/** See `LinkRecord`. */
const administratorLink: Definition = {
  collectionName: 'ad_links',
  info: info('link', 'Link for an administrator'),
  attributes: {
    hash: { type: 'string', private: true, required: true, unique: true },
    purpose: { type: 'string', private: true, required: true, index: true },
    administrator: { type: 'string', private: true },
    role: { type: 'string', private: true },
    email: { type: 'string', private: true },
    maker: { type: 'string', private: true },
    expiresAt: { type: 'datetime', private: true, required: true, index: true },
  },
};

/** See `ViewRecord`. */
const view: Definition = {
  collectionName: 'ad_views',
  info: info('view', 'Shared view of a list'),
  attributes: {
    owner: { type: 'string', required: true, index: true },
    type: { type: 'string', required: true },
    name: { type: 'string', required: true },
    search: { type: 'json', required: true },
    roles: { type: 'json', required: true },
    isShared: { type: 'boolean', required: true, index: true },
    isDefault: { type: 'boolean', required: true },
  },
};

/** The content-types of the admin page, which only the server itself uses. */
export const administrationTypes: readonly (readonly [uid: string, Definition])[] = [
  [administratorType, administrator],
  [administratorRoleType, administratorRole],
  [administratorSessionType, administratorSession],
  [administratorLinkType, administratorLink],
  [viewType, view],
];
