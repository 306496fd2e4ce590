import { paths } from '../contract/paths.js';
import { html, type Html } from './html.js';

/** What every form needs. */
export interface FormState {
  /** `/admin`. */
  readonly base: string;
  /** Proves that the form is from this server. */
  readonly code: string;
  readonly environment: string;
  /** Why the last try was refused. */
  readonly problem?: string | undefined;
}

interface Field {
  readonly name: string;
  readonly label: string;
  readonly type: 'email' | 'password' | 'text';
  /** For browsers and password managers. */
  readonly autocomplete: string;
  readonly value?: string | undefined;
  readonly hint?: string;
  readonly isFirst?: boolean;
  readonly isReadOnly?: boolean;
}

const field = ({ name, label, type, autocomplete, value, hint, isFirst, isReadOnly }: Field): Html => html`
  <label for="${name}">${label}</label>
  <input
    id="${name}"
    name="${name}"
    type="${type}"
    autocomplete="${autocomplete}"
    value="${value}"
    required
    ${html`${isFirst === true ? html`autofocus` : ''}`}
    ${html`${isReadOnly === true ? html`readonly` : ''}`}
    ${html`${hint === undefined ? '' : html`aria-describedby="${name}-hint"`}`}
  />
  ${hint === undefined ? '' : html`<p class="hint" id="${name}-hint">${hint}</p>`}
`;

const page = (state: FormState, title: string, body: Html): string =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${state.problem === undefined ? '' : 'Problem: '}${title} · Quire</title>
        <link rel="stylesheet" href="${state.base}/sign-in.css" />
      </head>
      <body>
        <main>
          <p class="name">Quire <span>${state.environment}</span></p>
          <h1>${title}</h1>
          ${state.problem === undefined ? '' : html`<p class="problem" role="alert">${state.problem}</p>`}
          ${body}
        </main>
      </body>
    </html>`.text;

const form = (state: FormState, path: string, button: string, fields: readonly Html[]): Html => html`
  <form method="post" action="${state.base}${path}">
    <input type="hidden" name="form" value="${state.code}" />
    ${fields}
    <button type="submit">${button}</button>
  </form>
`;

export const signInPage = (state: FormState, email?: string): string =>
  page(
    state,
    'Sign in',
    form(state, paths.signIn, 'Sign in', [
      field({
        name: 'email',
        label: 'E-mail address',
        type: 'email',
        autocomplete: 'username',
        value: email,
        isFirst: !email,
      }),
      field({
        name: 'password',
        label: 'Password',
        type: 'password',
        autocomplete: 'current-password',
        isFirst: Boolean(email),
      }),
    ]),
  );

export const secondFactorPage = (state: FormState): string =>
  page(
    state,
    'Second factor',
    form(state, paths.secondFactor, 'Go on', [
      field({
        name: 'code',
        label: 'Code',
        type: 'text',
        autocomplete: 'one-time-code',
        hint: 'From your authenticator, or one of your recovery codes.',
        isFirst: true,
      }),
    ]),
  );

const newPassword = field({
  name: 'password',
  label: 'Password',
  type: 'password',
  autocomplete: 'new-password',
  hint: 'At least 12 characters. Several words are fine.',
});

const hidden = (name: string, value: string): Html =>
  html`<input type="hidden" name="${name}" value="${value}" />`;

/** A new administrator. */
export const welcomePage = (
  state: FormState,
  link: string,
  { name, email }: { readonly name?: string; readonly email?: string } = {},
): string =>
  page(
    state,
    'Welcome',
    form(state, paths.welcome, 'Create my account', [
      hidden('code', link),
      field({ name: 'name', label: 'Name', type: 'text', autocomplete: 'name', value: name, isFirst: true }),
      field({
        name: 'email',
        label: 'E-mail address',
        type: 'email',
        autocomplete: 'username',
        value: email,
      }),
      newPassword,
    ]),
  );

export const resetPage = (state: FormState, link: string, email: string): string =>
  page(
    state,
    'New password',
    form(state, paths.welcome, 'Set the password', [
      hidden('code', link),
      field({
        name: 'email',
        label: 'E-mail address',
        type: 'email',
        autocomplete: 'username',
        value: email,
        isReadOnly: true,
      }),
      newPassword,
    ]),
  );

export const signOutPage = (state: FormState, name: string): string =>
  page(
    state,
    'Signed in',
    html`<p>You are signed in as ${name}.</p>
      ${form(state, paths.signOut, 'Sign out', [])}`,
  );

/** Something that no form helps with. */
export const noticePage = (state: FormState, title: string, text: string): string =>
  page(
    state,
    title,
    html`<p>${text}</p>
      <p><a href="${state.base}${paths.signIn}">Sign in</a></p>`,
  );
