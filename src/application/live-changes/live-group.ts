import type { Principal } from '../../domain/permission/permission.js';
import { decideRead, filterFor, type Grants } from '../../domain/permission/permission.js';
import { requestedLocales, type Query } from '../../domain/query/query.js';
import { ok, type Result } from '../../domain/result.js';
import type { ContentType } from '../../domain/schema/schema.js';
import type { LoggedChange } from '../ports/change-log.js';

/** The most documents of which a group remembers that its listeners could see them. */
export const maxSeen = 1_000;

export type LoadSeen<Group> = (group: Group) => Promise<Result<null>>;

/**
 * Listeners for whom a read has the same plan, so that one read serves all of them. A group whose grant has a condition
 * remembers documents that met it: nobody is told that a document leaves that they could never see.
 */
export class LiveGroup<Member extends { readonly caller: string }> {
  readonly members = new Set<Member>();
  /** Changes that its members are still to be told of, and the one that they are being told of; see `GroupQueues`. */
  readonly waiting: LoggedChange[] = [];
  /**
   * Documents with their locales, of which a type without locales has an empty one. Null: every version of the layer can be seen.
   */
  private readonly seen: Map<string, Set<string>> | null;
  /** Resolves when the documents are loaded that could be seen at the beginning. Fails as their read does. */
  loaded: Promise<Result<null>> = Promise.resolve(ok(null));
  private loads = 0;
  private isBegun = false;

  constructor(
    readonly key: string,
    readonly type: ContentType,
    readonly query: Query,
    readonly principal: Principal,
    /** Whether its reads may take long. */
    readonly isExpensive: boolean,
  ) {
    this.seen = isConditional(type, query, principal) ? new Map() : null;
  }

  /** Whether it is told of changes apart from other groups, which do not wait for it. */
  get isToldApart(): boolean {
    return this.isExpensive || this.loads > 0 || this.waiting.length > 0;
  }

  /** Whose share its reads use if they may take long: that of one member. */
  get payer(): string {
    for (const { caller } of this.members) return caller;
    return '';
  }

  /** Lets another member pay. */
  changePayer(): void {
    for (const first of this.members) {
      this.members.delete(first);
      this.members.add(first);
      return;
    }
  }

  /** Leaves out the changes that wait, but for the one that is being told. */
  forgetWaiting(): void {
    this.waiting.splice(1);
  }

  /** Called when the last member is gone. What it remembers ages from now on. */
  end(): void {
    this.forgetWaiting();
    this.isBegun = false;
  }

  /** All read entries up to here are told; infinite where none waits. */
  get toldUpTo(): number {
    const [next] = this.waiting;
    return next === undefined ? Infinity : next.position - 1;
  }

  /** Loads what can be seen, unless it is loaded. */
  begin(load: LoadSeen<this>): void {
    if (!this.isBegun) this.beginAnew(load);
  }

  /** Forgets what could be seen, and loads what can be seen now. */
  beginAnew(load: LoadSeen<this>): void {
    if (this.seen === null) return;
    this.seen.clear();
    this.isBegun = true;
    this.loads += 1;
    this.loaded = this.loaded.then(() => this.load(load));
  }

  private async load(load: LoadSeen<this>): Promise<Result<null>> {
    const loaded = await load(this);
    this.loads -= 1;
    this.isBegun = loaded.ok;
    return loaded;
  }

  get remembers(): boolean {
    return this.seen !== null;
  }

  /** `locale` null: in any. */
  couldSee(documentId: string, locale: string | null): boolean {
    if (this.seen === null) return true;
    const locales = this.seen.get(documentId);
    return locales !== undefined && (locale === null || locales.has(locale));
  }

  saw(documentId: string, locale: string): void {
    if (this.seen === null) return;
    const locales = this.seen.get(documentId) ?? new Set();
    this.seen.delete(documentId);
    this.seen.set(documentId, locales.add(locale));
    if (this.seen.size <= maxSeen) return;
    for (const oldest of this.seen.keys()) {
      this.seen.delete(oldest);
      break;
    }
  }

  /** After it left, nobody is told that it goes on changing. `locale` null: it left in all. */
  left(documentId: string, locale: string | null): void {
    const locales = this.seen?.get(documentId);
    if (locales === undefined) return;
    if (locale === null) locales.clear();
    else locales.delete(locale);
    if (locales.size === 0) this.seen?.delete(documentId);
  }

  /** The locales in which a change may concern the group; null stands for a type without locales, or for all. */
  localesOf({ locale, layers, names }: LoggedChange, defaultLocale: string): readonly (string | null)[] {
    const { type, query } = this;
    if (type.draftAndPublish && !layers.some((layer) => layer === query.layer)) return [];
    if (!type.localized) return [null];
    const requested = requestedLocales(query, defaultLocale);
    const isShared = names.some((name) => type.attributes.get(name)?.localized === false);
    if (requested === '*') return [locale];
    const wanted = typeof requested === 'string' ? [requested] : requested;
    return locale === null || isShared ? wanted : wanted.filter((one) => one === locale);
  }
}

/** Whether only some documents of the layer can be seen, by the grant. */
export function isConditional(type: ContentType, { layer }: Query, principal: Principal): boolean {
  const permission = decideRead(principal, type, layer);
  return permission === null || filterFor(principal, permission) !== null;
}

const textsOfGrants = new WeakMap<Grants, string>();

const plain = (_name: string, value: unknown): unknown => {
  if (value instanceof Map) return [...(value as Map<unknown, unknown>)];
  if (value instanceof Set) return [...(value as Set<unknown>)];
  return typeof value === 'bigint' ? `${value}n` : value;
};

function textOf(grants: Grants): string {
  const known = textsOfGrants.get(grants);
  if (known !== undefined) return known;
  const text = JSON.stringify(grants, plain);
  textsOfGrants.set(grants, text);
  return text;
}

/** The same text for queries and principals whose reads have the same plan. `isApart`: nobody shares a read with others. */
export function groupKey(query: Query, principal: Principal, isApart: boolean): string {
  const { kind, name, user, grants, linkedGrants } = principal;
  const text = [grants, ...(linkedGrants === undefined ? [] : [linkedGrants])].map(textOf).join();
  const isOwn = isApart || text.includes('"$me"');
  const who = isOwn ? `${kind} ${user?.documentId ?? name}` : kind === 'system';
  return JSON.stringify([query, who, text], plain);
}
