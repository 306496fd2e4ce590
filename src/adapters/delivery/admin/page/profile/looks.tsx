import { useState, type ReactNode } from 'react';
import { languages, languageOf } from '../../contract/languages.js';
import { densities, themes } from '../../contract/looks.js';
import { say } from '../messages/messages.js';
import {
  densityNow,
  hasLetterKeys,
  languageNow,
  setDensity,
  setLanguage,
  setLetterKeys,
  setTheme,
  themeNow,
} from '../session/look.js';
import { keepPreferences, type PreferencesChange } from '../session/preferences.js';
import { useAction } from '../settings/use-action.js';
import { KeyList } from '../shell/key-list.js';
import { FieldFrame } from '../ui/field-frame.js';
import { Part } from './part.js';

/** How the page looks, here at once, and in other browsers from the next time on. */
export function Looks() {
  const [hasKeys, setKeys] = useState(hasLetterKeys);
  const action = useAction();
  const keep = (change: PreferencesChange): Promise<boolean> => action.run(() => keepPreferences(change));
  const speak = async (code: string): Promise<void> => {
    const language = languageOf(code)?.code;
    // The page is loaded again with it, and takes over what is kept.
    if (language !== undefined && (await keep({ language }))) setLanguage(language);
  };
  return (
    <Part id="looks" title={say('profile.looks')} text={say('profile.looks.text')}>
      <div className="profile-choices">
        <Choice
          id="profile-language"
          label={say('language')}
          value={languageNow().code}
          choose={(code) => void speak(code)}
        >
          {languages.map(({ code, name }) => (
            <option key={code} value={code} lang={code}>
              {name}
            </option>
          ))}
        </Choice>
        <Choice
          id="profile-theme"
          label={say('theme')}
          value={themeNow()}
          choose={(given) => {
            const theme = themes.find((one) => one === given) ?? 'system';
            setTheme(theme);
            void keep({ theme });
          }}
        >
          {themes.map((theme) => (
            <option key={theme} value={theme}>
              {say(`theme.${theme}`)}
            </option>
          ))}
        </Choice>
        <Choice
          id="profile-density"
          label={say('density')}
          value={densityNow()}
          choose={(given) => {
            const density = densities.find((one) => one === given) ?? 'normal';
            setDensity(density);
            void keep({ density });
          }}
        >
          {densities.map((density) => (
            <option key={density} value={density}>
              {say(`density.${density}`)}
            </option>
          ))}
        </Choice>
      </div>
      <label className="choice">
        <input
          id="profile-keys"
          type="checkbox"
          checked={hasKeys}
          onChange={({ target }) => {
            setLetterKeys(target.checked);
            setKeys(target.checked);
            void keep({ letterKeys: target.checked });
          }}
        />
        {say('profile.keys')}
      </label>
      <p className="hint">{say('profile.keys.hint')}</p>
      <p className="fault" role="alert">
        {action.fault}
      </p>
      <details>
        <summary>{say('keys.title')}</summary>
        <KeyList />
      </details>
    </Part>
  );
}

interface ChoiceProps {
  readonly id: string;
  readonly label: string;
  readonly value: string;
  readonly choose: (value: string) => void;
  readonly children: ReactNode;
}

const Choice = ({ id, label, value, choose, children }: ChoiceProps) => (
  <FieldFrame id={id} label={label}>
    <select id={id} className="input" defaultValue={value} onChange={({ target }) => choose(target.value)}>
      {children}
    </select>
  </FieldFrame>
);
