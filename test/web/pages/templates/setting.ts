import type { SettingView } from '../../../../src/web/pages/templates/setting-value.js';

/** A text setting with some properties changed. */
export const settingOf = (change: Partial<SettingView>): SettingView => ({
  type: 'string',
  title: 'Setting',
  description: '',
  ...change,
});
