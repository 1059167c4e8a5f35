import type { JSX } from 'preact';
import { useApp, useText } from '../app-context.js';
import { UNIT_SYSTEMS } from '../format/quantity.js';
import { THEMES } from './preferences.js';
import { LANGUAGES, type Language } from '../text/text.js';
import { shellText } from '../text/shell.js';

/** Selects language, theme and units. */
export function Appearance(): JSX.Element {
  const { preferences } = useApp();
  const t = useText(shellText);
  return (
    <div class="appearance">
      <label>
        <span class="visually-hidden">{t('language')}</span>
        <select
          value={preferences.chosenLanguage.value}
          onChange={({ currentTarget }) => {
            preferences.chosenLanguage.value = currentTarget.value as Language;
          }}
        >
          {Object.entries(LANGUAGES).map(([language, name]) => (
            <option key={language} value={language} lang={language}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label>
        <span class="visually-hidden">{t('theme')}</span>
        <select
          value={preferences.theme.value}
          onChange={({ currentTarget }) => {
            preferences.theme.value = THEMES.find((theme) => theme === currentTarget.value) ?? 'auto';
          }}
        >
          {THEMES.map((theme) => (
            <option key={theme} value={theme}>
              {t(theme)}
            </option>
          ))}
        </select>
      </label>
      <label>
        <span class="visually-hidden">{t('units')}</span>
        <select
          value={preferences.units.value}
          onChange={({ currentTarget }) => {
            preferences.units.value = UNIT_SYSTEMS.find((units) => units === currentTarget.value) ?? 'metric';
          }}
        >
          {UNIT_SYSTEMS.map((units) => (
            <option key={units} value={units}>
              {t(units)}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}
