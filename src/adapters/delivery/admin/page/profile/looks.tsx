import { useState, type ReactNode } from 'react';
import { languages } from '../../contract/languages.js';
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
  themes,
} from '../session/look.js';
import { densities } from '../session/densities.js';
import { KeyList } from '../shell/key-list.js';
import { FieldFrame } from '../ui/field-frame.js';
import { Part } from './part.js';

/** How this browser shows the page. */
export function Looks() {
  const [hasKeys, setKeys] = useState(hasLetterKeys);
  return (
    <Part id="looks" title={say('profile.looks')} text={say('profile.looks.text')}>
      <div className="profile-choices">
        <Choice id="profile-language" label={say('language')} value={languageNow().code} choose={setLanguage}>
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
          choose={(given) => setTheme(themes.find((theme) => theme === given) ?? 'system')}
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
          choose={(given) => setDensity(densities.find((density) => density === given) ?? 'normal')}
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
          }}
        />
        {say('profile.keys')}
      </label>
      <p className="hint">{say('profile.keys.hint')}</p>
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
