import type { Log } from '../../application/ports/log.js';
import type { AppConfig } from './create-app-config.js';
import { createAppLog, type AppLog } from './create-app-log.js';
import type { ContentTypeView, ModelView, SchemaViews } from './describe-schema.js';

/** Absolute paths of an app, for its code. */
export interface AppFolders {
  readonly root: string;
  readonly src: string;
  readonly api: string;
  readonly components: string;
  readonly extensions: string;
  readonly policies: string;
  readonly middlewares: string;
  readonly config: string;
}

export interface AppDirs {
  /** Of the app directory. */
  readonly app: AppFolders;
  /** Of the folder that code is read from: that of compiled files, or the app directory. */
  readonly dist: AppFolders;
  readonly static: { readonly public: string };
}

/** The members of the app object that exist before the app's code is loaded: code at the top of a module may use them. */
export interface AppBase extends SchemaViews {
  readonly config: AppConfig;
  readonly log: AppLog;
  readonly dirs: AppDirs;
  contentType(uid: string): ContentTypeView | undefined;
  /** Returns a content-type or a component. */
  getModel(uid: string): ModelView | undefined;
}

export interface AppBaseDependencies {
  readonly views: SchemaViews;
  readonly config: AppConfig;
  readonly dirs: AppDirs;
  readonly log: Log;
}

/** Creates an object that `createAppObject` completes. It is not frozen: apps add properties of their own. */
export function createAppBase({ views, config, dirs, log }: AppBaseDependencies): AppBase {
  const { contentTypes, components } = views;
  const contentType = (uid: string) => (Object.hasOwn(contentTypes, uid) ? contentTypes[uid] : undefined);
  return {
    config,
    log: createAppLog(log),
    dirs,
    contentTypes,
    components,
    contentType,
    getModel: (uid) => contentType(uid) ?? (Object.hasOwn(components, uid) ? components[uid] : undefined),
  };
}

export const foldersOf = (root: string): AppFolders => ({
  root,
  src: `${root}/src`,
  api: `${root}/src/api`,
  components: `${root}/src/components`,
  extensions: `${root}/src/extensions`,
  policies: `${root}/src/policies`,
  middlewares: `${root}/src/middlewares`,
  config: `${root}/config`,
});
