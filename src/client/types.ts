import type { AnyResult, Layer, OptionOf } from '../types/results.js';
import type { Content, Find, IfTyped, Loose, Seen } from './content.js';
import type { ListenOptions } from './changes.js';
import type { ChangeEvent, Collection, DocumentOf, Single } from './document-types.js';
import type { FileInfo, UploadOptions } from './files.js';
import type { RequestOptions } from './transport.js';

/** The content-types of an app by the names of their routes. */
type Routes<C extends Content, Kind, Key extends string> = {
  [
    Uid in keyof C['contentTypes'] as Uid extends `api::${string}`
      ? C['contentTypes'][Uid] extends {
          readonly kind: Kind;
          readonly info: { readonly [K in Key]: infer Name extends string };
        }
        ? Name
        : never
      : never
  ]: C['contentTypes'][Uid];
};

type Collections<C extends Content> = IfTyped<
  C,
  Routes<C, 'collectionType', 'pluralName'>,
  Record<string, Loose>
>;
type Singles<C extends Content> = IfTyped<C, Routes<C, 'singleType', 'singularName'>, Record<string, Loose>>;

type BuiltIn<C extends Content, Uid> = IfTyped<
  C,
  Uid extends keyof C['contentTypes'] ? AnyResult<Seen<C>, C['contentTypes'][Uid]> : Loose
>;
type FileOf<C extends Content> = BuiltIn<C, 'plugin::upload.file'>;
type UserOf<C extends Content> = BuiltIn<C, 'plugin::users-permissions.user'>;
type FileType<C extends Content> = IfTyped<
  C,
  'plugin::upload.file' extends keyof C['contentTypes'] ? C['contentTypes']['plugin::upload.file'] : Loose
>;

/**
 * The document of a collection or a single type that a query answers: `Document<Content, 'articles', { populate: ['author'] }>`.
 */
export type Document<
  C extends Content,
  Name extends (keyof Collections<C> | keyof Singles<C>) & string,
  Query = object,
  Version extends Layer = 'published',
> = DocumentOf<
  C,
  (Collections<C> & Singles<C>)[Name],
  OptionOf<Query, 'fields'>,
  OptionOf<Query, 'populate'>,
  Version
>;

export interface Client<C extends Content> {
  /** Sent with requests; changes with a sign-in. */
  token: string | undefined;
  /** By the plural name: `articles`. */
  collection<Name extends keyof Collections<C> & string>(name: Name): Collection<C, Collections<C>[Name]>;
  /** By the singular name: `homepage`. */
  single<Name extends keyof Singles<C> & string>(name: Name): Single<C, Singles<C>[Name]>;
  /** Changes of several content-types, by their uids. */
  changes(
    params: {
      readonly types: readonly (keyof C['contentTypes'] & string)[];
      readonly status?: Layer;
      readonly locale?: string | readonly string[];
    },
    options?: ListenOptions,
  ): AsyncGenerator<ChangeEvent<Readonly<Record<string, unknown>>>, void, undefined>;
  readonly files: Files<C>;
  readonly auth: Auth<C>;
  /** Calls a route of the app's own; `path` is below the base URL. */
  request<T = unknown>(
    method: string,
    path: `/${string}`,
    call?: RequestOptions & { readonly query?: object; readonly body?: unknown },
  ): Promise<T>;
}

type FileId = string | number;

interface Files<C extends Content> {
  /** Takes the `FileList` of an input too. All of them are stored, or none. */
  upload(files: Blob | ArrayLike<Blob>, options?: UploadOptions): Promise<FileOf<C>[]>;
  /** Replaces the file of a record by another of the same kind. */
  replace(id: FileId, file: Blob, options?: UploadOptions): Promise<FileOf<C>>;
  /** Changes what is said of a file. */
  update(id: FileId, info: FileInfo, options?: RequestOptions): Promise<FileOf<C>>;
  /** The whole list. */
  find(params?: Find<C, FileType<C>>, options?: RequestOptions): Promise<FileOf<C>[]>;
  findOne(id: FileId, options?: RequestOptions): Promise<FileOf<C>>;
  delete(id: FileId, options?: RequestOptions): Promise<FileOf<C>>;
}

interface SignedIn<User> {
  /** Absent while an address has to be confirmed, or where a cookie has the session. */
  readonly jwt?: string;
  readonly refreshToken?: string;
  readonly user: User;
}

interface NewPassword {
  readonly password: string;
  readonly passwordConfirmation: string;
}

type Own = Readonly<Record<string, unknown>>;

interface Auth<C extends Content> {
  /** For `refresh`; changes with every sign-in and refresh. */
  refreshToken: string | undefined;
  login(
    body: { readonly identifier: string; readonly password: string },
    options?: RequestOptions,
  ): Promise<SignedIn<UserOf<C>>>;
  register(
    body: { readonly username: string; readonly email: string; readonly password: string } & Own,
    options?: RequestOptions,
  ): Promise<SignedIn<UserOf<C>>>;
  /** Calls at the same moment share one request, with the options of the first. */
  refresh(options?: RequestOptions): Promise<{ readonly jwt: string; readonly refreshToken?: string }>;
  /** Ends the session, and forgets it, also where it has ended already or there is no answer: then it rejects. */
  logout(options?: RequestOptions): Promise<void>;
  changePassword(
    body: NewPassword & { readonly currentPassword: string },
    options?: RequestOptions,
  ): Promise<SignedIn<UserOf<C>>>;
  forgotPassword(email: string, options?: RequestOptions): Promise<unknown>;
  resetPassword(
    body: NewPassword & { readonly code: string },
    options?: RequestOptions,
  ): Promise<SignedIn<UserOf<C>>>;
  me(
    params?: { readonly fields?: Loose; readonly populate?: Loose },
    options?: RequestOptions,
  ): Promise<UserOf<C>>;
  updateMe(body: Own, options?: RequestOptions): Promise<UserOf<C>>;
}
