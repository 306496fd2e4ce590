import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { soonMs } from '../../../contract/limits.js';
import type { DeclaredController } from '../../../contract/grants.js';
import type { ApiToken } from '../../../contract/tokens.js';
import { formatDay, say } from '../../messages/messages.js';
import { request } from '../../session/api.js';
import { useSession } from '../../session/session.js';
import { useKeys } from '../../shell/keys.js';
import { Asked } from '../../ui/asked.js';
import { Empty } from '../../ui/empty.js';
import { areaAt } from '../areas.js';
import { GrantMatrix } from '../grants/grant-matrix.js';
import { contentOf, grantableOf, heldIn } from '../grants/held-grants.js';
import { focusTitle, readAgain, Setting, SettingTable, useAnswer } from '../setting.js';
import { ShownOnce } from '../shown-once.js';
import { useAction } from '../use-action.js';
import { RotateDialog } from './rotate-dialog.js';
import { TokenForm } from './token-form.js';

const route = getRouteApi('/settings/tokens');
const area = areaAt('/settings/tokens');

interface Tokens {
  readonly data: readonly ApiToken[];
  readonly meta: { readonly declared: readonly DeclaredController[] };
}

interface Made {
  readonly name: string;
  readonly token: string;
}

/** The API tokens, and the form that makes one. `open` in the address is the name of one, or `+`. */
export function TokensPage() {
  const { rights } = useSession();
  const { open } = route.useSearch();
  const navigate = useNavigate({ from: '/settings/tokens' });
  const found = useAnswer<Tokens>('tokens', rights[area.area]?.find !== undefined);
  const [made, setMade] = useState<Made | null>(null);
  const mayCreate = rights[area.area]?.create !== undefined;
  const show = (name: string | undefined): void =>
    void navigate({ search: name === undefined ? {} : { open: name } });
  useKeys({ c: () => mayCreate && show('+') });
  const keep = (name: string, token: string): void => {
    setMade({ name, token });
    void readAgain('tokens').then(() => show(undefined));
  };
  const shown = found.data?.data.find(({ name }) => name === open);
  const isNew = open === '+' && mayCreate;
  const total = found.data?.data.length;
  return (
    <Setting
      area={area}
      title={isNew ? say('tokens.new') : shown?.name}
      found={found}
      total={isNew || shown || total === undefined ? undefined : say('tokens.total', { total })}
      action={
        mayCreate && !isNew && !shown ? (
          <button type="button" className="button primary" onClick={() => show('+')}>
            {say('tokens.make')}
          </button>
        ) : undefined
      }
    >
      {({ data, meta }) =>
        isNew ? (
          <TokenForm declared={meta.declared} close={() => show(undefined)} made={keep} />
        ) : shown ? (
          <TokenDetail token={shown} declared={meta.declared} close={() => show(undefined)} />
        ) : (
          <>
            {made !== null && (
              <ShownOnce
                key={made.token}
                title={say('tokens.once', { name: made.name })}
                text={say('tokens.once.text')}
                label={say('tokens.token')}
                value={made.token}
                close={() => {
                  setMade(null);
                  focusTitle();
                }}
              />
            )}
            <TokenTable tokens={data} open={show} made={keep} />
          </>
        )
      }
    </Setting>
  );
}

interface TableProps {
  readonly tokens: readonly ApiToken[];
  readonly open: (name: string) => void;
  readonly made: (name: string, token: string) => void;
}

function TokenTable({ tokens, open, made }: TableProps) {
  const { rights } = useSession();
  const action = useAction();
  const [rotated, setRotated] = useState<string | null>(null);
  const mayRotate = rights[area.area]?.create !== undefined;
  const mayRevoke = rights[area.area]?.delete !== undefined;
  if (tokens.length === 0)
    return (
      <Empty title={say('tokens.empty')} text={say('tokens.empty.text')} docs="access">
        {mayRotate && (
          <button type="button" className="button primary" onClick={() => open('+')}>
            {say('tokens.make')}
          </button>
        )}
      </Empty>
    );
  const revoke = async (name: string): Promise<void> => {
    const isDone = await action.run(async () => {
      await request('DELETE', `tokens/${encodeURIComponent(name)}`);
      await readAgain('tokens');
    });
    if (isDone) focusTitle();
  };
  const columns = [
    say('column.name'),
    say('tokens.access'),
    say('column.created'),
    say('tokens.used'),
    say('tokens.ends'),
    '',
  ];
  return (
    <>
      <p className="fault" role="alert" hidden={action.fault === undefined}>
        {action.fault}
      </p>
      <SettingTable caption={say('tokens.title')} columns={columns}>
        {tokens.map((token) => {
          const { name, access, createdAt, lastUsedAt } = token;
          return (
            <tr key={name}>
              <th scope="row" dir="auto">
                {name}
              </th>
              <td data-label={say('tokens.access')}>
                {access === 'custom' ? (
                  <button type="button" className="link-button" onClick={() => open(name)}>
                    {say('tokens.grants', { count: countOf(token) })}
                    <span className="hidden"> {name}</span>
                  </button>
                ) : (
                  say(`tokens.access.${access}`)
                )}
              </td>
              <td data-label={say('column.created')}>{formatDay(createdAt)}</td>
              <td data-label={say('tokens.used')}>
                {lastUsedAt === null ? (
                  <span className="hint">{say('tokens.unused')}</span>
                ) : (
                  formatDay(lastUsedAt)
                )}
              </td>
              <td data-label={say('tokens.ends')}>
                <Ends token={token} />
              </td>
              <td className="acts">
                {mayRotate && (
                  <button
                    type="button"
                    className="button quiet"
                    aria-haspopup="dialog"
                    aria-label={say('tokens.rotate.one', { name })}
                    onClick={() => setRotated(name)}
                  >
                    {say('tokens.rotate')}
                  </button>
                )}
                {mayRevoke && (
                  <Asked
                    label={say('tokens.revoke')}
                    name={say('tokens.revoke.one', { name })}
                    question={say('tokens.revoke.ask', { name })}
                    run={() => void revoke(name)}
                    isOff={action.isBusy}
                  />
                )}
              </td>
            </tr>
          );
        })}
      </SettingTable>
      {rotated !== null && <RotateDialog name={rotated} made={made} close={() => setRotated(null)} />}
    </>
  );
}

const countOf = ({ grants }: ApiToken): number =>
  grants.reduce((count, { actions }) => count + actions.length, 0);

function Ends({ token: { expiresAt, expired } }: { readonly token: ApiToken }) {
  if (expiresAt === null) return <span className="hint">{say('tokens.never')}</span>;
  if (expired)
    return <span className="state bad">✕ {say('tokens.ended', { when: formatDay(expiresAt) })}</span>;
  const isSoon = Date.parse(expiresAt) - Date.now() < soonMs;
  return (
    <span>
      {formatDay(expiresAt)} {isSoon && <span className="state waiting">◷ {say('tokens.soon')}</span>}
    </span>
  );
}

interface DetailProps {
  readonly token: ApiToken;
  readonly declared: readonly DeclaredController[];
  readonly close: () => void;
}

/** What a token may do. It cannot be changed. */
function TokenDetail({ token, declared, close }: DetailProps) {
  const { allTypes } = useSession();
  const held = heldIn(token.grants);
  const used = new Set(token.grants.map(({ type }) => type));
  const grantable = grantableOf(contentOf(allTypes), declared).filter(({ uid }) => used.has(uid));
  return (
    <>
      <p className="hint">{say('tokens.fixed')}</p>
      <GrantMatrix caption={say('tokens.may')} grantable={grantable} held={held} holder="nobody" />
      <p>
        <button type="button" className="button" onClick={close}>
          {say('back')}
        </button>
      </p>
    </>
  );
}
