import type { Translate } from '../../text/text.js';
import type { alertRuleFormText } from './alert-rule-form.text.js';

/** What the gateway answers to `POST /api/alertRules/preview`. */
export type RulePreview = {
  /** null: the history does not keep what the rule looks at */
  readonly alerts: number | null;
  readonly from: string;
  readonly to: string;
  /** that the number holds for */
  readonly devices: number;
  readonly devicesTotal: number;
  readonly complete: boolean;
  readonly reason?: 'restarts_unknown' | 'not_in_history';
  readonly newest: readonly PreviewedAlert[];
};

export type PreviewedAlert = {
  readonly deviceId: string;
  readonly dateTime: string;
  readonly alerts: readonly string[];
  readonly text: string;
};

export type PreviewWords = {
  readonly t: Translate<(typeof alertRuleFormText)['english']>;
  readonly number: (value: number) => string;
  /** an instant of the API */
  readonly time: (instant: string) => string;
};

const DAY_MS = 86_400_000;

/** What a preview says, in sentences: the number, and for what it holds. */
export function describePreview(preview: RulePreview, { t, number, time }: PreviewWords): readonly string[] {
  const { alerts, from, to, devices, devicesTotal, complete, reason } = preview;
  if (alerts === null) return [t('notInHistory')];
  const count = alerts === 0 ? t('noAlert') : alerts === 1 ? t('oneAlert') : t('manyAlerts', { count: number(alerts) });
  const days = Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);
  const sentence =
    days <= 1 ? t('wouldHaveToday', { alerts: count }) : t('wouldHave', { alerts: count, days: number(days) });
  const part = { devices: number(devices), total: number(devicesTotal), from: time(from), to: time(to) };
  return [
    sentence,
    ...(complete ? [] : [t('incomplete', part)]),
    ...(reason === 'restarts_unknown' ? [t('restartsUnknown')] : []),
  ];
}
