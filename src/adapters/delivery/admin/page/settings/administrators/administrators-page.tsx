import { useState } from 'react';
import type {
  Administrator,
  AdministratorsMeta,
  Invitation,
  InvitationBody,
} from '../../../contract/administrators.js';
import { formatDay, say } from '../../messages/messages.js';
import { nameOfRole, signInWords } from '../../messages/names.js';
import { request } from '../../session/api.js';
import { useSession } from '../../session/session.js';
import { useKeys } from '../../shell/keys.js';
import { FieldFrame } from '../../ui/field-frame.js';
import { areaAt, mayAll } from '../areas.js';
import { FormDialog } from '../form-dialog.js';
import { focusTitle, Setting, SettingTable, useAnswer } from '../setting.js';
import { ShownOnce } from '../shown-once.js';
import { AdministratorDialog, type MadeLink } from './administrator-dialog.js';

const area = areaAt('/settings/administrators');

interface Administrators {
  readonly data: readonly Administrator[];
  readonly meta: AdministratorsMeta;
}

/** Who works at this page: invited by a link, with one role each. */
export function AdministratorsPage() {
  const { rights } = useSession();
  const found = useAnswer<Administrators>('administrators', rights[area.area]?.find !== undefined);
  const [open, setOpen] = useState<string | null>(null);
  const [link, setLink] = useState<MadeLink | null>(null);
  const isGranted = mayAll(rights, area.area, 'create');
  const givesNone = isGranted && found.data?.meta.roles.length === 0;
  const mayInvite = isGranted && !givesNone;
  useKeys({ c: () => mayInvite && setOpen('+') });
  const total = found.data?.data.length;
  const shown = found.data?.data.find(({ documentId }) => documentId === open);
  const close = (): void => setOpen(null);
  return (
    <Setting
      area={area}
      found={found}
      total={total === undefined ? undefined : say('administrators.total', { total })}
      action={
        mayInvite ? (
          <button type="button" className="button primary" onClick={() => setOpen('+')}>
            {say('administrators.invite')}
          </button>
        ) : undefined
      }
    >
      {({ data, meta }) => (
        <>
          {givesNone && <p className="hint">{say('administrators.invite.none')}</p>}
          {link !== null && (
            <ShownOnce
              title={link.title}
              text={`${link.text} ${say('administrators.link.until', { when: formatDay(link.expiresAt) })}`}
              label={say('administrators.link')}
              value={link.link}
              close={() => {
                setLink(null);
                focusTitle();
              }}
            />
          )}
          <AdministratorTable administrators={data} open={setOpen} />
          {open === '+' && <InviteDialog {...meta} made={setLink} close={close} />}
          {shown !== undefined && (
            <AdministratorDialog person={shown} roles={meta.roles} made={setLink} close={close} />
          )}
        </>
      )}
    </Setting>
  );
}

interface TableProps {
  readonly administrators: readonly Administrator[];
  readonly open: (id: string) => void;
}

function AdministratorTable({ administrators, open }: TableProps) {
  const { administrator: me } = useSession();
  return (
    <SettingTable
      caption={say('administrators.title')}
      columns={[
        say('column.name'),
        say('users.email'),
        say('users.role'),
        say('column.status'),
        say('column.created'),
      ]}
    >
      {administrators.map(
        ({ documentId, name, email, role, blocked, hasSecondFactor, provider, createdAt }) => (
          <tr key={documentId}>
            <th scope="row">
              <button type="button" className="link-button" dir="auto" onClick={() => open(documentId)}>
                {name}
              </button>{' '}
              {documentId === me.documentId && <span className="hint">{say('administrators.you')}</span>}
            </th>
            <td data-label={say('users.email')}>
              <bdi>{email}</bdi>
            </td>
            <td data-label={say('users.role')}>
              <bdi>{nameOfRole(role)}</bdi>
            </td>
            <td data-label={say('column.status')}>
              {blocked ? (
                <span className="state bad">✕ {say('users.blocked')}</span>
              ) : hasSecondFactor ? (
                <span className="state good">● {say('administrators.secondFactor')}</span>
              ) : (
                <span className="state idle">○ {signInWords(provider)}</span>
              )}
            </td>
            <td data-label={say('column.created')}>{formatDay(createdAt)}</td>
          </tr>
        ),
      )}
    </SettingTable>
  );
}

interface InviteProps extends AdministratorsMeta {
  readonly made: (link: MadeLink) => void;
  readonly close: () => void;
}

/** Makes a link for somebody new, and mails it if an address is given: they choose name and password themselves. */
function InviteDialog({ roles, canMail, made, close }: InviteProps) {
  const usual = roles.find((role) => role === 'editor') ?? roles[0] ?? '';
  const [role, setRole] = useState(usual);
  const [email, setEmail] = useState('');
  const invite = async (): Promise<void> => {
    const body: InvitationBody = { role, ...(email !== '' && { email }) };
    const { data } = await request<{ data: Invitation }>('POST', 'administrators', { body });
    made({
      ...data,
      title: say('administrators.invited', { role: nameOfRole(role) }),
      text: wordsOf(data, email),
    });
  };
  return (
    <FormDialog
      title={say('administrators.invite')}
      submit={say(email === '' ? 'administrators.invite.do' : 'administrators.invite.send')}
      run={invite}
      close={close}
    >
      <p>{say('administrators.invite.text')}</p>
      <FieldFrame id="invite-role" label={say('users.role')}>
        <select
          id="invite-role"
          className="input"
          value={role}
          onChange={({ target }) => setRole(target.value)}
        >
          {roles.map((name) => (
            <option key={name} value={name}>
              {nameOfRole(name)}
            </option>
          ))}
        </select>
      </FieldFrame>
      {canMail && (
        <FieldFrame
          id="invite-email"
          label={say('administrators.invite.email')}
          hint={say('administrators.invite.email.hint')}
        >
          <input
            id="invite-email"
            className="input"
            type="email"
            autoComplete="off"
            dir="auto"
            aria-describedby="invite-email-hint"
            value={email}
            onChange={({ target }) => setEmail(target.value.trim())}
          />
        </FieldFrame>
      )}
    </FormDialog>
  );
}

const wordsOf = ({ isMailed }: Invitation, email: string): string =>
  isMailed === undefined
    ? say('administrators.invited.text')
    : say(isMailed ? 'administrators.invited.mailed' : 'administrators.invited.unmailed', { email });
