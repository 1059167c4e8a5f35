import type { JSX } from 'preact';
import { useApp, useText } from '../app-context.js';
import { linkTo } from '../routing/match.js';
import { commonText } from '../text/common.js';

const SETTINGS_PAGE = '/settings';

/** Leads to the settings; nothing for users who may not open them. */
export function SettingsLink(): JSX.Element | null {
  const { canOpen } = useApp();
  const t = useText(commonText);
  return canOpen(SETTINGS_PAGE) ? <a href={linkTo(SETTINGS_PAGE)}>{t('toSettings')}</a> : null;
}
