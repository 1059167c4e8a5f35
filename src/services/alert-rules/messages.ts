import { defineErrors, invalid } from '../../messages/define.js';

export const ruleErrors = defineErrors('alertRule', {
  noDevices: invalid('{field} is missing: name devices or groups, or set all to true'),
  severalScopes: invalid('/devices, /groups and /all exclude each other: use one of them'),
  noLimit: invalid('{field} is missing: set above or below, or both'),
  limitOrder: invalid('{field} must be lower than /above'),
  previewClosed: ['conflict', 'the connection was closed before the preview was made'],
});

export const zoneErrors = defineErrors('zone', {
  inRules: ['conflict', 'alert rules name the zone ({name}): change or remove them first'],
});
