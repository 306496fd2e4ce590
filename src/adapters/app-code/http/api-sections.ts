import type { AppPart } from '../../../application/app-code/app-parts.js';
import { byUid, type Members } from './registries.js';

/** What an app has under UIDs of its APIs. */
export interface ApiMembers {
  readonly services: Members;
  readonly controllers: Members;
  readonly policies: Members;
  readonly middlewares: Members;
  readonly contentTypes: Members;
}

type ByName = Readonly<Record<string, unknown>>;

/** The parts of one API, by their short names. */
export interface ApiSection extends Readonly<Record<keyof ApiMembers, ByName>> {
  service(name: string): unknown;
  controller(name: string): unknown;
  policy(name: string): unknown;
  middleware(name: string): unknown;
  contentType(name: string): unknown;
}

/** The APIs of an app by name, made when they are read. */
export function apiSections(members: ApiMembers): Members {
  const uids = (): readonly string[] => Object.values(members).flatMap((one: Members) => one.uids());
  const names = (): ReadonlySet<string> =>
    new Set(uids().flatMap((uid) => /^api::([^.]+)\./.exec(uid)?.[1] ?? []));
  return {
    get: (name) => (names().has(name) ? apiSection(name, members) : undefined),
    has: (name) => names().has(name),
    uids: () => [...names()].sort(),
  };
}

function apiSection(name: string, members: ApiMembers): ApiSection {
  const short = `api::${name}.`;
  const [services, controllers, policies, middlewares, contentTypes] = [
    byUid(members.services, short),
    byUid(members.controllers, short),
    byUid(members.policies, short),
    byUid(members.middlewares, short),
    byUid(members.contentTypes, short),
  ];
  return {
    services,
    controllers,
    policies,
    middlewares,
    contentTypes,
    service: (one) => services[one],
    controller: (one) => controllers[one],
    policy: (one) => policies[one],
    middleware: (one) => middlewares[one],
    contentType: (one) => contentTypes[one],
  };
}

/** What files export, as it is: policies and middlewares. */
export const exportsOf = (parts: () => ReadonlyMap<string, AppPart>): Members => ({
  get: (uid) => parts().get(uid)?.value,
  has: (uid) => parts().has(uid),
  uids: () => [...parts().keys()],
});

/** Content-types as app code sees them. */
export const membersOf = (values: ByName): Members => ({
  get: (uid) => (Object.hasOwn(values, uid) ? values[uid] : undefined),
  has: (uid) => Object.hasOwn(values, uid),
  uids: () => Object.keys(values),
});
