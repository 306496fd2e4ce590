import { useState } from 'react';
import type { ContentLocale } from '../../../contract/locales.js';
import { say } from '../../messages/messages.js';
import { request } from '../../session/api.js';
import { queryClient } from '../../session/query-client.js';
import { sessionQuery, useSession } from '../../session/session.js';
import { useKeys } from '../../shell/keys.js';
import { Asked } from '../../ui/asked.js';
import { FieldFrame } from '../../ui/field-frame.js';
import { areaAt, mayAll } from '../areas.js';
import { FormDialog } from '../form-dialog.js';
import { focusTitle, readAgain, Setting, SettingTable, useAnswer } from '../setting.js';
import { useAction } from '../use-action.js';

const area = areaAt('/settings/locales');

/** The lists of locales elsewhere in the page come with the session. */
async function changed(): Promise<void> {
  await readAgain('locales');
  await queryClient.refetchQueries(sessionQuery);
}

/** The languages of content, and which of them is the default. */
export function LocalesPage() {
  const { rights } = useSession();
  const found = useAnswer<{ readonly data: readonly ContentLocale[] }>(
    'locales',
    rights[area.area]?.find !== undefined,
  );
  const [open, setOpen] = useState<ContentLocale | 'new' | null>(null);
  const mayCreate = mayAll(rights, area.area, 'create');
  useKeys({ c: () => mayCreate && setOpen('new') });
  const total = found.data?.data.length;
  return (
    <Setting
      area={area}
      found={found}
      total={total === undefined ? undefined : say('locales.total', { total })}
      action={
        mayCreate ? (
          <button type="button" className="button primary" onClick={() => setOpen('new')}>
            {say('locales.add')}
          </button>
        ) : undefined
      }
    >
      {({ data }) => (
        <>
          <LocaleTable locales={data} open={setOpen} />
          {open !== null && (
            <LocaleDialog locale={open === 'new' ? null : open} close={() => setOpen(null)} />
          )}
        </>
      )}
    </Setting>
  );
}

interface TableProps {
  readonly locales: readonly ContentLocale[];
  readonly open: (locale: ContentLocale) => void;
}

function LocaleTable({ locales, open }: TableProps) {
  const { rights } = useSession();
  const action = useAction();
  const [mayUpdate, mayDelete] = (['update', 'delete'] as const).map((one) => mayAll(rights, area.area, one));
  const act = async (work: () => Promise<unknown>): Promise<void> => {
    const isDone = await action.run(async () => {
      await work();
      await changed();
    });
    if (isDone) focusTitle();
  };
  return (
    <>
      <p className="fault" role="alert" hidden={action.fault === undefined}>
        {action.fault}
      </p>
      <SettingTable
        caption={say('locales.title')}
        columns={[say('column.name'), say('locales.code'), say('column.status'), '']}
      >
        {locales.map((locale) => {
          const { code, name, isDefault } = locale;
          const path = `locales/${encodeURIComponent(code)}`;
          return (
            <tr key={code}>
              <th scope="row">
                {mayUpdate ? (
                  <button type="button" className="link-button" dir="auto" onClick={() => open(locale)}>
                    {name}
                  </button>
                ) : (
                  <span dir="auto">{name}</span>
                )}
              </th>
              <td data-label={say('locales.code')}>
                <code>{code}</code>
              </td>
              <td data-label={say('column.status')}>
                {isDefault && <span className="state good">● {say('locales.default')}</span>}
              </td>
              <td className="acts">
                {mayUpdate && !isDefault && (
                  <Asked
                    className="quiet"
                    label={say('locales.makeDefault')}
                    name={say('locales.makeDefault.one', { name })}
                    question={say('locales.makeDefault.ask', { name })}
                    isOff={action.isBusy}
                    run={() => void act(() => request('PATCH', path, { body: { isDefault: true } }))}
                  />
                )}
                {mayDelete && !isDefault && (
                  <Asked
                    label={say('locales.remove')}
                    name={say('locales.remove.one', { name })}
                    question={say('locales.remove.ask', { name })}
                    isOff={action.isBusy}
                    run={() => void act(() => request('DELETE', path))}
                  />
                )}
              </td>
            </tr>
          );
        })}
      </SettingTable>
    </>
  );
}

interface DialogProps {
  /** Null: one that is to be added. */
  readonly locale: ContentLocale | null;
  readonly close: () => void;
}

function LocaleDialog({ locale, close }: DialogProps) {
  const [code, setCode] = useState(locale?.code ?? '');
  const [name, setName] = useState(locale?.name ?? '');
  const send = async (): Promise<void> => {
    const named = name.trim() === '' ? {} : { name: name.trim() };
    if (locale === null) await request('POST', 'locales', { body: { code: code.trim(), ...named } });
    else await request('PATCH', `locales/${encodeURIComponent(locale.code)}`, { body: named });
    await changed();
  };
  return (
    <FormDialog
      title={locale === null ? say('locales.add') : locale.name}
      submit={say(locale === null ? 'locales.add' : 'save')}
      run={send}
      close={close}
    >
      {locale === null && (
        <FieldFrame id="locale-code" label={say('locales.code')} isRequired hint={say('locales.code.hint')}>
          <input
            id="locale-code"
            className="input code"
            required
            maxLength={50}
            autoComplete="off"
            spellCheck={false}
            aria-describedby="locale-code-hint"
            value={code}
            onChange={({ target }) => setCode(target.value)}
          />
        </FieldFrame>
      )}
      <FieldFrame
        id="locale-name"
        label={say('column.name')}
        isRequired={locale !== null}
        hint={locale === null ? say('locales.name.hint') : undefined}
      >
        <input
          id="locale-name"
          className="input"
          required={locale !== null}
          maxLength={100}
          autoComplete="off"
          dir="auto"
          aria-describedby={locale === null ? 'locale-name-hint' : undefined}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
      </FieldFrame>
    </FormDialog>
  );
}
