import type { JSX } from 'preact';
import { useParts, useText } from '../parts.js';
import { themes } from '../preferences.js';
import { languages, type Language } from '../text/text.js';
import { shellText } from '../text/shell.js';

/** Language, and light or dark. */
export function Appearance(): JSX.Element {
  const { preferences } = useParts();
  const say = useText(shellText);
  return (
    <div class="appearance">
      <label>
        <span class="visually-hidden">{say('language')}</span>
        <select
          value={preferences.language.value}
          onChange={({ currentTarget }) => {
            preferences.language.value = currentTarget.value as Language;
          }}
        >
          {Object.entries(languages).map(([language, name]) => (
            <option key={language} value={language} lang={language}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label>
        <span class="visually-hidden">{say('theme')}</span>
        <select
          value={preferences.theme.value}
          onChange={({ currentTarget }) => {
            preferences.theme.value = themes.find((theme) => theme === currentTarget.value) ?? 'auto';
          }}
        >
          {themes.map((theme) => (
            <option key={theme} value={theme}>
              {say(theme)}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}
