import type { RulePreview } from '../../../schema/alert-rules/rule-preview.js';
import type { Translate } from '../../text/text.js';
import type { alertRuleFormText } from './alert-rule-form.text.js';

export type PreviewWords = {
  readonly t: Translate<(typeof alertRuleFormText)['english']>;
  /** an instant of the API */
  readonly time: (instant: string) => string;
};

const DAY_MS = 86_400_000;

/** A preview in sentences: the number, and for what it holds. */
export function describePreview(preview: RulePreview, { t, time }: PreviewWords): readonly string[] {
  const { alerts, from, to, devices, devicesTotal, complete, reason } = preview;
  if (alerts === null) return [t('notInHistory')];
  const days = Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);
  const sentence = days <= 1 ? t('wouldHaveToday', { alerts }) : t('wouldHave', { alerts, days });
  const part = { devices, total: devicesTotal, from: time(from), to: time(to) };
  return [
    sentence,
    ...(complete ? [] : [t('incomplete', part)]),
    ...(reason === 'restarts_unknown' ? [t('restartsUnknown')] : []),
  ];
}
