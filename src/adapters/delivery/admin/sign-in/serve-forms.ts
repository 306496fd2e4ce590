import type { Request, Response } from 'express';
import { isPlainObject } from '../../../../domain/document/plain-object.js';
import { parseQueryText, queryTextOf } from '../../codec/parse-query-text.js';
import type { AdminDependencies } from '../call.js';
import { paths } from '../contract/paths.js';
import { readCookie, setCookie } from '../cookies.js';
import { readBody } from '../decode-body.js';
import {
  clientOf,
  hasSecureStorage,
  isFromHere,
  isPrivateEnough,
  isSame,
  recordCrossSite,
} from '../guard.js';
import {
  codeFor,
  enter,
  go,
  refusal,
  send,
  setPageHeaders,
  stateOf,
  type Exchange,
  type Form,
  type FormRoute,
} from './form-exchange.js';
import { resetMailFor } from './mails.js';
import {
  forgotPage,
  noticePage,
  resetPage,
  secondFactorPage,
  signInPage,
  signOutPage,
  welcomePage,
} from './pages.js';
import { setUpForm } from './set-up-form.js';
import { limited, longestForm } from './sign-in-api.js';
import { styles } from './styles.js';

/** Serves the forms, which need no script. Returns whether the path is one of theirs. `path` begins with a slash. */
export async function serveForms(
  dependencies: AdminDependencies,
  req: Request,
  res: Response,
  path: string,
): Promise<boolean> {
  if (path === '/sign-in.css') {
    res.setHeader('Cache-Control', 'max-age=300');
    res.type('css').send(styles);
    return true;
  }
  const form = Object.hasOwn(forms, path) ? forms[path] : undefined;
  if (form === undefined) return false;
  const exchange = { req, res };
  setPageHeaders(res);
  if (req.method === 'GET' || req.method === 'HEAD') await form.show(dependencies, exchange);
  else if (req.method === 'POST') await take(dependencies, exchange, form);
  else res.status(405).set('Allow', 'GET, POST').end();
  return true;
}

/** Refuses a form that is not from a page of this server. */
async function take(dependencies: AdminDependencies, exchange: Exchange, form: FormRoute): Promise<void> {
  const { req, res } = exchange;
  const read = await readBody(req, res, 'form', longestForm);
  const given = read.ok && isPlainObject(read.value) ? textsIn(read.value) : {};
  const cookie = readCookie(req, dependencies.options, 'admin_form');
  const isOurs = cookie !== null && isSame(dependencies, given['form'], codeFor(dependencies, cookie));
  if (!isOurs || !isFromHere(req, dependencies.options)) {
    await recordCrossSite(dependencies, req);
    const state = stateOf(dependencies, exchange);
    return send(exchange, 403, noticePage(state, 'old'));
  }
  if (!isPrivateEnough(dependencies, req)) {
    return send(exchange, 403, noticePage(stateOf(dependencies, exchange), 'plain'));
  }
  return form.take(dependencies, exchange, given);
}

const textsIn = (given: Readonly<Record<string, unknown>>): Form =>
  Object.fromEntries(
    Object.entries(given).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );

const signIn: FormRoute = {
  show: (dependencies, exchange) => send(exchange, 200, signInPage(stateOf(dependencies, exchange))),
  async take(dependencies, exchange, { email = '', password = '' }) {
    const counted = await limited(dependencies, exchange.req, 'adminLogin');
    const opened = counted.ok
      ? await dependencies.administration.signIn(email, password, clientOf(exchange.req))
      : counted;
    if (!opened.ok) {
      const [status, problem] = refusal(dependencies, exchange, opened.failure);
      return send(exchange, status, signInPage(stateOf(dependencies, exchange, problem), email));
    }
    return enter(dependencies, exchange, opened.value);
  },
};

const secondFactor: FormRoute = {
  show: (dependencies, exchange) => send(exchange, 200, secondFactorPage(stateOf(dependencies, exchange))),
  async take(dependencies, exchange, { code = '' }) {
    const { administration, options } = dependencies;
    const token = readCookie(exchange.req, options, 'admin') ?? '';
    const counted = await limited(dependencies, exchange.req, 'adminCode');
    const opened = counted.ok
      ? await administration.passSecondFactor(token, code, clientOf(exchange.req))
      : counted;
    if (!opened.ok) {
      const [status, problem] = refusal(dependencies, exchange, opened.failure);
      return send(exchange, status, secondFactorPage(stateOf(dependencies, exchange, problem)));
    }
    return enter(dependencies, exchange, opened.value);
  },
};

const forgot: FormRoute = {
  show(dependencies, exchange) {
    const state = stateOf(dependencies, exchange);
    send(
      exchange,
      200,
      dependencies.administration.canMail ? forgotPage(state) : noticePage(state, 'noMail'),
    );
  },
  async take(dependencies, exchange, { email = '' }) {
    const counted = await limited(dependencies, exchange.req, 'adminForgot');
    if (!counted.ok) {
      const [status, problem] = refusal(dependencies, exchange, counted.failure);
      return send(exchange, status, forgotPage(stateOf(dependencies, exchange, problem)));
    }
    dependencies.administration.forgotPassword(
      email,
      clientOf(exchange.req),
      resetMailFor(dependencies, exchange.req),
    );
    return send(exchange, 200, noticePage(stateOf(dependencies, exchange), 'mailed'));
  },
};

const signOut: FormRoute = {
  async show(dependencies, exchange) {
    const token = readCookie(exchange.req, dependencies.options, 'admin');
    const me = token === null ? null : await dependencies.administration.authenticate(token);
    if (me === null || !me.ok || me.value === null) return go(dependencies, exchange, paths.signIn);
    const canClear = hasSecureStorage(dependencies, exchange.req);
    const { name } = me.value.administrator;
    send(exchange, 200, signOutPage(stateOf(dependencies, exchange), name, canClear));
  },
  async take(dependencies, exchange, { clear }) {
    const token = readCookie(exchange.req, dependencies.options, 'admin');
    if (token !== null) await dependencies.administration.signOut(token);
    setCookie(exchange, dependencies.options, 'admin', '');
    if (clear !== undefined) exchange.res.setHeader('Clear-Site-Data', '"storage"');
    return go(dependencies, exchange, paths.signIn);
  },
};

const welcome: FormRoute = {
  async show(dependencies, exchange) {
    const asked = parseQueryText(queryTextOf(exchange.req.url));
    const code = asked.ok && typeof asked.value['code'] === 'string' ? asked.value['code'] : '';
    return showLink(dependencies, exchange, { code }, 200);
  },
  async take(dependencies, exchange, form) {
    const { code = '', name = '', email = '', password = '' } = form;
    const counted = await limited(dependencies, exchange.req, 'adminLink');
    const opened = counted.ok
      ? await dependencies.administration.useLink(code, { name, email, password }, clientOf(exchange.req))
      : counted;
    if (!opened.ok) {
      const [status, problem] = refusal(dependencies, exchange, opened.failure);
      return showLink(dependencies, exchange, form, status, problem);
    }
    // Only the form for new administrators asks for a name. They are offered a second factor.
    return enter(dependencies, exchange, opened.value, name === '' ? '' : paths.setUp);
  },
};

async function showLink(
  dependencies: AdminDependencies,
  exchange: Exchange,
  { code = '', name = '', email = '' }: Form,
  status: number,
  problem?: string,
): Promise<void> {
  const link = await dependencies.administration.openLink(code);
  const state = stateOf(dependencies, exchange, problem);
  if (!link.ok) return send(exchange, 503, noticePage(state, 'away'));
  if (link.value === null) return send(exchange, 404, noticePage(state, 'used'));
  const known = link.value.email ?? '';
  const page =
    link.value.purpose === 'reset'
      ? resetPage(state, code, known)
      : welcomePage(link.value.isForProviders ? state : { ...state, providers: [] }, code, {
          name,
          email: email === '' ? known : email,
        });
  send(exchange, status, page);
}

const forms: Readonly<Record<string, FormRoute>> = {
  [paths.signIn]: signIn,
  [paths.secondFactor]: secondFactor,
  [paths.setUp]: setUpForm,
  [paths.forgot]: forgot,
  [paths.signOut]: signOut,
  [paths.welcome]: welcome,
};
