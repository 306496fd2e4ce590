import { administrationTypes } from './administration-definitions.js';
import {
  bulkJobType,
  deliveryType,
  fileType,
  folderType,
  historyType,
  localeType,
  releaseType,
  roleType,
  sessionType,
  userType,
  webhookType,
} from './built-in-uids.js';
import { info, type Definition } from './definition.js';

const file: Definition = {
  collectionName: 'files',
  info: info('file', 'File'),
  attributes: {
    name: { type: 'string', required: true },
    alternativeText: { type: 'text' },
    caption: { type: 'text' },
    focalPoint: { type: 'json' },
    width: { type: 'integer' },
    height: { type: 'integer' },
    formats: { type: 'json' },
    hash: { type: 'string', required: true },
    ext: { type: 'string' },
    mime: { type: 'string', required: true },
    size: { type: 'decimal', required: true },
    url: { type: 'text', required: true },
    previewUrl: { type: 'text' },
    provider: { type: 'string', required: true },
    provider_metadata: { type: 'json' },
    // See `authorOf`.
    uploader: { type: 'string', private: true },
    // Null: at the top. Answers of the content API leave it out.
    folder: {
      type: 'relation',
      relation: 'manyToOne',
      target: folderType,
      private: true,
    },
  },
};

/** See `Folder`. `place` keeps two folders beside each other from having one name. */
const folder: Definition = {
  collectionName: 'upload_folders',
  info: info('folder', 'Folder'),
  attributes: {
    name: { type: 'string', required: true },
    place: { type: 'string', private: true, unique: true },
    parent: {
      type: 'relation',
      relation: 'manyToOne',
      target: folderType,
      private: true,
    },
  },
};

const role: Definition = {
  collectionName: 'up_roles',
  info: info('role', 'Role'),
  attributes: {
    name: { type: 'string', required: true, minLength: 3 },
    description: { type: 'string' },
    type: { type: 'string', unique: true },
    users: {
      type: 'relation',
      relation: 'oneToMany',
      target: userType,
      mappedBy: 'role',
    },
  },
};

const user: Definition = {
  collectionName: 'up_users',
  info: info('user', 'User'),
  attributes: {
    username: { type: 'string', minLength: 3, unique: true, required: true },
    // See `usernameForm`.
    usernameForm: { type: 'string', private: true, unique: true },
    email: { type: 'email', minLength: 6, unique: true, required: true },
    pendingEmail: { type: 'string', private: true },
    provider: { type: 'string', default: 'local' },
    password: { type: 'password', minLength: 6, maxLength: 256, private: true },
    resetPasswordToken: { type: 'string', private: true, index: true },
    resetPasswordExpiresAt: { type: 'datetime', private: true },
    confirmationToken: { type: 'string', private: true, index: true },
    confirmationExpiresAt: { type: 'datetime', private: true },
    signInToken: { type: 'string', private: true, index: true },
    signInExpiresAt: { type: 'datetime', private: true },
    sessionEpoch: { type: 'string', private: true },
    subject: { type: 'string', private: true, unique: true },
    confirmed: { type: 'boolean', default: false },
    blocked: { type: 'boolean', default: false },
    role: {
      type: 'relation',
      relation: 'manyToOne',
      target: roleType,
      inversedBy: 'users',
    },
  },
};

/**
 * Sign-ins with refresh tokens. `tokenHash` is the hash of the current refresh token. After `endsAt` the session cannot
 * be refreshed.
 */
const session: Definition = {
  collectionName: 'up_sessions',
  info: info('session', 'Session'),
  attributes: {
    tokenHash: { type: 'string', private: true, required: true, unique: true },
    family: { type: 'string', private: true, required: true, index: true },
    user: { type: 'string', private: true, required: true, index: true },
    epoch: { type: 'string', private: true, required: true },
    expiresAt: { type: 'datetime', private: true, required: true, index: true },
    endsAt: { type: 'datetime', private: true },
  },
};

/** Content locales. The one with the latest `defaultSince` is the default. */
const locale: Definition = {
  collectionName: 'i18n_locales',
  info: info('locale', 'Locale'),
  attributes: {
    name: { type: 'string', required: true },
    code: { type: 'string', required: true, unique: true },
    defaultSince: { type: 'datetime', private: true },
  },
};

/** See `Release`. */
const release: Definition = {
  collectionName: 'rl_releases',
  info: info('release', 'Release'),
  attributes: {
    name: { type: 'string', required: true },
    actions: { type: 'json', required: true },
    at: { type: 'datetime', index: true },
    state: { type: 'string', required: true },
    planner: { type: 'json', required: true },
    owner: { type: 'string', required: true, index: true },
    endedAt: { type: 'datetime' },
    problems: { type: 'json' },
    revision: { type: 'string', private: true, required: true },
  },
};

/** See `BulkJob`. `place` keeps its owner from having too many that are open. */
const bulkJob: Definition = {
  collectionName: 'bk_jobs',
  info: info('job', 'Bulk job'),
  attributes: {
    type: { type: 'string', required: true, index: true },
    change: { type: 'json', required: true },
    match: { type: 'json', required: true },
    documentIds: { type: 'json' },
    total: { type: 'integer', required: true },
    state: { type: 'string', required: true },
    planner: { type: 'json', required: true },
    owner: { type: 'string', required: true, index: true },
    place: { type: 'string', private: true, unique: true },
    done: { type: 'integer', required: true },
    refused: { type: 'integer', required: true },
    refusals: { type: 'json' },
    problem: { type: 'json' },
    cursor: { type: 'string', private: true },
    batch: { type: 'json', private: true },
    attempts: { type: 'integer', private: true, required: true },
    dueAt: { type: 'datetime', private: true, index: true },
    endedAt: { type: 'datetime', index: true },
    revision: { type: 'string', private: true, required: true },
  },
};

/** See `Webhook`. `secrets` are encrypted. */
const webhook: Definition = {
  collectionName: 'wh_webhooks',
  info: info('webhook', 'Webhook'),
  attributes: {
    name: { type: 'string', required: true, unique: true },
    url: { type: 'text', required: true },
    enabled: { type: 'boolean', required: true, default: true },
    events: { type: 'json', required: true },
    types: { type: 'json' },
    locales: { type: 'json' },
    filters: { type: 'json' },
    secrets: { type: 'text', private: true, required: true },
  },
};

/** See `Delivery`. */
const delivery: Definition = {
  collectionName: 'wh_deliveries',
  info: { singularName: 'delivery', pluralName: 'deliveries', displayName: 'Delivery' },
  attributes: {
    key: { type: 'string', private: true, required: true, unique: true },
    webhook: { type: 'string', required: true, index: true },
    subject: { type: 'string', required: true, index: true },
    position: { type: 'biginteger', required: true },
    event: { type: 'string', required: true },
    body: { type: 'text', private: true, required: true },
    state: { type: 'string', required: true },
    attempts: { type: 'integer', required: true },
    firstAt: { type: 'datetime' },
    nextAt: { type: 'datetime', index: true },
    endedAt: { type: 'datetime', index: true },
    status: { type: 'integer' },
    reason: { type: 'string' },
  },
};

/** See `HistoryRecord`. `content` is JSON. */
const historyEntry: Definition = {
  collectionName: 'hs_entries',
  info: { singularName: 'history-entry', pluralName: 'history-entries', displayName: 'History entry' },
  attributes: {
    of: { type: 'string', private: true, required: true, index: true },
    number: { type: 'integer', private: true, required: true },
    newest: { type: 'boolean', private: true, required: true },
    closed: { type: 'boolean', private: true },
    at: { type: 'datetime', private: true, required: true, index: true },
    type: { type: 'string', private: true, required: true },
    language: { type: 'string', private: true },
    action: { type: 'string', private: true, required: true },
    layer: { type: 'string', private: true, required: true },
    actor: { type: 'text', private: true, required: true },
    names: { type: 'json', private: true, required: true },
    content: { type: 'text', private: true, required: true },
  },
};

/** The content-types for users, files, locales and webhooks, in the form of schema files. The app may add attributes to them. */
export const builtIns: ReadonlyMap<string, Definition> = new Map([
  [localeType, locale],
  [fileType, file],
  [folderType, folder],
  [roleType, role],
  [sessionType, session],
  [userType, user],
  [webhookType, webhook],
  [deliveryType, delivery],
  [releaseType, release],
  [bulkJobType, bulkJob],
  [historyType, historyEntry],
  ...administrationTypes,
]);
