import { paths } from '../contract/paths.js';
import type { Speech } from './form-texts.js';
import { html, type Html } from './html.js';

/** What every form needs. */
export interface FormState {
  /** `/admin`. */
  readonly base: string;
  /** Proves that the form is from this server. */
  readonly code: string;
  /** As the page names it. */
  readonly environment: string;
  /** The theme that was chosen in this browser, else `system`. */
  readonly theme: string;
  readonly speech: Speech;
  /** The sign-in providers that are offered. */
  readonly providers: readonly string[];
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

export const field = ({
  name,
  label,
  type,
  autocomplete,
  value,
  hint,
  isFirst,
  isReadOnly,
}: Field): Html => html`
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

export const page = (state: FormState, title: string, body: Html, head: Html | '' = ''): string =>
  html`<!doctype html>
    <html
      lang="${state.speech.language.code}"
      dir="${state.speech.language.direction}"
      data-theme="${state.theme}"
    >
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>
          ${state.problem === undefined ? '' : `${state.speech.say('form.problem')}: `}${title} · Quire
        </title>
        <link rel="stylesheet" href="${state.base}/sign-in.css" />
        ${head}
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

/** Links, as forms must not lead to other sites. `link`: the code of an invitation. */
const providerLinks = ({ base, providers, speech }: FormState, link = ''): Html | '' => {
  const query = link === '' ? '' : `?code=${link}`;
  return providers.length === 0
    ? ''
    : html`<p class="providers">
        ${providers.map(
          (provider) =>
            html`<a href="${base}${paths.provider}/${provider}${query}"
              >${speech.say('form.with', { provider })}</a
            >`,
        )}
      </p>`;
};

/** Goes on by itself, as a page of this site: cookies that are strict do not come with the way back from another one. */
export const goingPage = (state: FormState, path: string): string =>
  page(
    state,
    state.speech.say('form.going'),
    html`<p><a href="${state.base}${path}">${state.speech.say('form.code.do')}</a></p>`,
    html`<meta http-equiv="refresh" content="0;url=${state.base}${path}" />`,
  );

/** Shown after a sign-in that should prove an identity, where the provider gives no `auth_time`. */
export const unprovenPage = (state: FormState): string =>
  page(
    state,
    state.speech.say('form.unproven.title'),
    html`<p>${state.speech.say('form.unproven')}</p>
      <p><a href="${state.base}">${state.speech.say('form.code.do')}</a></p>`,
  );

export const form = (state: FormState, path: string, button: string, fields: readonly Html[]): Html => html`
  <form method="post" action="${state.base}${path}">
    <input type="hidden" name="form" value="${state.code}" />
    ${fields}
    <button type="submit">${button}</button>
  </form>
`;

/** Asks for a mail with a link for another password. */
export const forgotPage = (state: FormState): string =>
  page(
    state,
    state.speech.say('form.forgot'),
    html`<p>${state.speech.say('form.forgot.text')}</p>
      ${form(state, paths.forgot, state.speech.say('form.forgot.do'), [
        field({
          name: 'email',
          label: state.speech.say('form.email'),
          type: 'email',
          autocomplete: 'username',
          isFirst: true,
        }),
      ])}`,
  );

export const signInPage = (state: FormState, email?: string): string =>
  page(
    state,
    state.speech.say('form.title'),
    html`${form(state, paths.signIn, state.speech.say('form.title'), [
        field({
          name: 'email',
          label: state.speech.say('form.email'),
          type: 'email',
          autocomplete: 'username',
          value: email,
          isFirst: !email,
        }),
        field({
          name: 'password',
          label: state.speech.say('form.password'),
          type: 'password',
          autocomplete: 'current-password',
          isFirst: Boolean(email),
        }),
      ])}
      <p><a href="${state.base}${paths.forgot}">${state.speech.say('form.forgot')}</a></p>
      ${providerLinks(state)}`,
  );

export const secondFactorPage = (state: FormState): string =>
  page(
    state,
    state.speech.say('form.code.title'),
    form(state, paths.secondFactor, state.speech.say('form.code.do'), [
      field({
        name: 'code',
        label: state.speech.say('form.code'),
        type: 'text',
        autocomplete: 'one-time-code',
        hint: state.speech.say('form.code.hint'),
        isFirst: true,
      }),
    ]),
  );

const newPassword = ({ speech: { say } }: FormState, isFirst: boolean): Html =>
  field({
    name: 'password',
    label: say('form.password'),
    type: 'password',
    autocomplete: 'new-password',
    hint: say('password.hint'),
    isFirst,
  });

export const hidden = (name: string, value: string): Html =>
  html`<input type="hidden" name="${name}" value="${value}" />`;

/** A new administrator. */
export const welcomePage = (
  state: FormState,
  link: string,
  { name, email }: { readonly name?: string; readonly email?: string } = {},
): string =>
  page(
    state,
    state.speech.say('form.welcome'),
    html`${form(state, paths.welcome, state.speech.say('form.welcome.do'), [
      hidden('code', link),
      field({
        name: 'name',
        label: state.speech.say('form.name'),
        type: 'text',
        autocomplete: 'name',
        value: name,
        isFirst: !name,
      }),
      field({
        name: 'email',
        label: state.speech.say('form.email'),
        type: 'email',
        autocomplete: 'username',
        value: email,
      }),
      newPassword(state, Boolean(name)),
    ])}${providerLinks(state, link)}`,
  );

export const resetPage = (state: FormState, link: string, email: string): string =>
  page(
    state,
    state.speech.say('form.reset'),
    form(state, paths.welcome, state.speech.say('form.reset.do'), [
      hidden('code', link),
      field({
        name: 'email',
        label: state.speech.say('form.email'),
        type: 'email',
        autocomplete: 'username',
        value: email,
        isReadOnly: true,
      }),
      newPassword(state, true),
    ]),
  );

/** `canClear`: whether the browser does what the box says. */
export const signOutPage = (state: FormState, name: string, canClear: boolean): string =>
  page(
    state,
    state.speech.say('form.out.title'),
    html`<p>${state.speech.say('form.out.text', { name })}</p>
      ${form(state, paths.signOut, state.speech.say('form.out.do'), canClear ? [clearing(state)] : [])}`,
  );

/** The page itself would ask what is to be kept of unsaved work; here there is no script to look. */
const clearing = ({ speech }: FormState): Html => html`
  <label class="choice"
    ><input type="checkbox" name="clear" value="1" checked /> ${speech.say('form.out.clear')}</label
  >
`;

/** Something that no form helps with; its texts are `form.<name>.title` and `form.<name>`. */
export const noticePage = (state: FormState, name: string, text = `form.${name}`): string =>
  page(
    state,
    state.speech.say(`form.${name}.title`),
    html`<p>${state.speech.say(text)}</p>
      <p><a href="${state.base}${paths.signIn}">${state.speech.say('form.title')}</a></p>`,
  );
