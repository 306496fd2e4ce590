import type { ListedAdministrator } from '../../../application/administration/listed.js';
import { failure } from '../../../domain/failure.js';
import { err, ok, type Result } from '../../../domain/result.js';
import { randomBytes } from 'node:crypto';
import { command, flag } from './command.js';
import { listed, noted, printed, type Outcome } from './outcome.js';
import { withDocuments } from './in-session.js';
import type { Session } from './session.js';

const page = 'admin';

/** How somebody signs in, if they may. */
function stateOf({ blocked, hasSecondFactor, hasPassword }: ListedAdministrator): string {
  if (blocked) return 'blocked';
  if (hasSecondFactor) return 'second factor';
  return hasPassword ? 'password only' : 'provider only';
}

export const adminCommands = [
  command({
    name: 'admin list',
    options: { json: flag },
    summary: 'list the administrators',
    page,
    read: (_, { json }) =>
      withDocuments(async ({ administration, principal }) => {
        const found = await administration.list(principal);
        if (!found.ok) return found;
        const rows = found.value.map((one) => ({
          email: one.email,
          name: one.name,
          role: one.role,
          state: stateOf(one),
        }));
        return listed(rows, json, 'There are no administrators.');
      }),
  }),
  command({
    name: 'admin create',
    operands: ['EMAIL', 'NAME'],
    options: { role: { value: 'ROLE' }, password: { value: 'P' } },
    summary: 'make an administrator, an owner by default; without --password one is made and shown once',
    page,
    read: ([email, name], { role = 'owner', password }) =>
      withDocuments(async ({ administration, principal }) => {
        const chosen = password ?? randomBytes(18).toString('base64url');
        const made = await administration.create(principal, { email, name, role, password: chosen });
        if (!made.ok) return made;
        const result = password === undefined ? chosen : '';
        return ok({ result, note: `Administrator ${email} is made.`, done: true });
      }),
  }),
  command({
    name: 'admin link',
    options: { role: { value: 'ROLE' }, url: { value: 'URL' } },
    summary: 'make a link that makes an administrator once, within a day; the first is an owner',
    page,
    read: (_, { role, url }) =>
      isPageUrl(url)
        ? withDocuments(async (session) => {
            const { administration, principal } = session;
            const first = role === undefined ? await administration.makeFirstLink() : ok(null);
            if (!first.ok) return first;
            if (first.value !== null) return linkTo(session, url, first.value.code);
            if (role === undefined)
              return err(failure('INPUT.INVALID', 'There are administrators: say --role of another one'));
            const made = await administration.invite(principal, role);
            return made.ok ? linkTo(session, url, made.value.code) : made;
          })
        : invalidUrl,
  }),
  command({
    name: 'admin reset',
    operands: ['EMAIL'],
    options: { 'second-factor': flag, url: { value: 'URL' } },
    summary:
      'make a link with which an administrator sets another password, once, within a day; or remove a lost second factor',
    page,
    read: ([email], { 'second-factor': isFactor, url }) =>
      isPageUrl(url)
        ? withDocuments(async (session) => {
            const { administration, principal } = session;
            if (isFactor) {
              const reset = await administration.resetSecondFactor(principal, email);
              const note = `The second factor of ${email} is removed, and all sign-ins have ended.`;
              return reset.ok ? ok({ result: '', note, done: true }) : reset;
            }
            const made = await administration.makeResetLink(principal, email);
            return made.ok ? linkTo(session, url, made.value.code) : made;
          })
        : invalidUrl,
  }),
  command({
    name: 'admin sign-ins',
    operands: ['EMAIL'],
    options: { json: flag, end: { value: 'ID' }, 'end-all': flag },
    summary: 'list the sign-ins of an administrator, or end one or all of them',
    page,
    read: ([email], { json, end, 'end-all': isAll }) =>
      withDocuments(async ({ administration, principal }) => {
        if (isAll || end !== undefined) {
          const ended = isAll
            ? await administration.endSignInsOf(principal, email)
            : await administration.endSessionOfPerson(principal, email, end ?? '');
          return ended.ok ? noted(isAll ? 'All sign-ins have ended.' : 'The sign-in has ended.') : ended;
        }
        const found = await administration.sessionsOfPerson(principal, email);
        if (!found.ok) return found;
        const rows = found.value.map(({ id, usedAt, createdAt, origin, agent }) => ({
          id,
          usedAt,
          createdAt,
          origin,
          agent: agent.replaceAll(/\p{C}/gu, ' '),
        }));
        return listed(rows, json, `${email} is signed in nowhere.`);
      }),
  }),
  command({
    name: 'admin roles',
    options: { json: flag },
    summary: 'list the roles of administrators',
    page,
    read: (_, { json }) =>
      withDocuments(async ({ administration, principal }) => {
        const found = await administration.roles(principal);
        if (!found.ok) return found;
        const rows = found.value.map(({ name, isBuiltIn, grants, needsSecondFactor }) =>
          json
            ? { name, isBuiltIn, needsSecondFactor, grants }
            : {
                name,
                kind: isBuiltIn ? 'built in' : 'own',
                factor: needsSecondFactor ? 'needs a second factor' : 'password is enough',
              },
        );
        return listed(rows, json, 'There are no roles.');
      }),
  }),
  command({
    name: 'admin second-factor',
    operands: ['ROLE', 'on|off'],
    summary: 'say whether administrators of a role need a second factor',
    page,
    read([role, given]) {
      if (given !== 'on' && given !== 'off') return `${JSON.stringify(given)} is neither on nor off`;
      return withDocuments(async ({ administration, principal }) => {
        const changed = await administration.requireSecondFactor(principal, role, given === 'on');
        const need = given === 'on' ? 'need' : 'do not need';
        return changed.ok ? noted(`Administrators of the role ${role} ${need} a second factor.`) : changed;
      });
    },
  }),
];

const isPageUrl = (url: string | undefined): boolean =>
  url === undefined || (URL.canParse(url) && /^https?:/.test(url));

const invalidUrl = '--url is the address of the admin page, such as http://127.0.0.1:1337/admin';

/** A command does not see with which settings a server was started, so it says which address it takes. */
function linkTo(
  { adminUrl, isAdminUrlAssumed }: Session,
  url: string | undefined,
  code: string,
): Result<Outcome, never> {
  const result = `${(url ?? adminUrl).replace(/\/+$/, '')}/welcome?code=${code}`;
  if (url !== undefined || !isAdminUrlAssumed) return printed(result);
  const note = `If the admin page is not at ${adminUrl}, say where with --url, or set PUBLIC_URL.`;
  return ok({ result, note, done: true });
}
