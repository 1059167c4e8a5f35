import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { localDate } from '../../../domain/clock/local-date.js';
import type { RulePreview } from '../../../schema/alert-rules/rule-preview.js';
import type { ApiResult } from '../../api/client.js';
import { useApp, useText } from '../../app-context.js';
import { useRuleAlertText } from '../../components/alert-text.js';
import { FailureNote } from '../../components/failure-note.js';
import { Timestamp, VIEWER_TIME_ZONE } from '../../components/timestamp.js';
import { formatTimestamp } from '../../format/time.js';
import { linkTo } from '../../routing/match.js';
import { DeviceLink } from '../../shell/device-link.js';
import { useDepotZone } from '../history/use-depot-zone.js';
import { alertRuleFormText } from './alert-rule-form.text.js';
import { describePreview } from './preview.js';

export type PreviewPanelProps = {
  /** the rule as it is typed */
  readonly fields: Readonly<Record<string, unknown>>;
  /** whether the form can be sent; shows the reason at the field if not */
  readonly check: () => boolean;
  /** shows a refusal at its field; false if it belongs to none */
  readonly onRefused: (message: string) => boolean;
};

type Previewed = { readonly of: string; readonly result: ApiResult<{ readonly preview: RulePreview }> };

/** Fields that do not change what a rule raises. */
const IRRELEVANT: readonly string[] = ['name', 'enabled', 'attention'];

/** Counts what the rule would have raised; the result disappears when the form changes. */
export function PreviewPanel({ fields, check, onRefused }: PreviewPanelProps): JSX.Element {
  const { api } = useApp();
  const t = useText(alertRuleFormText);
  const previewed = useSignal<Previewed | undefined>(undefined);
  const busy = useSignal(false);
  const settings = Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => value !== null && !IRRELEVANT.includes(name)),
  );
  const now = JSON.stringify(settings);

  async function run(): Promise<void> {
    if (busy.value || !check()) return;
    busy.value = true;
    const result = await api.send<{ preview: RulePreview }>('POST', '/api/alertRules/preview', settings);
    busy.value = false;
    if (result.ok || !onRefused(result.text)) previewed.value = { of: now, result };
  }

  const shown = previewed.value?.of === now ? previewed.value.result : undefined;
  return (
    <div class="rule-preview card-stack">
      <div class="actions">
        <button type="button" disabled={busy.value} onClick={() => void run()}>
          {t('preview')}
        </button>
        <p class="small muted grow">{t('previewHint')}</p>
      </div>
      <div role="status">
        {busy.value ? (
          <p>{t('previewing')}</p>
        ) : shown?.ok === true ? (
          <Sentences preview={shown.value.preview} />
        ) : null}
      </div>
      {shown?.ok === true && !busy.value ? <Newest preview={shown.value.preview} /> : null}
      {shown?.ok === false && !busy.value ? <FailureNote failure={shown} onRetry={() => void run()} /> : null}
    </div>
  );
}

function Sentences({ preview }: { readonly preview: RulePreview }): JSX.Element {
  const language = useApp().preferences.language.value;
  const t = useText(alertRuleFormText);
  const zones = { viewer: VIEWER_TIME_ZONE, gateway: undefined };
  const [first, ...others] = describePreview(preview, {
    t,
    time: (instant) => formatTimestamp(Date.parse(instant), language, zones).text,
  });
  return (
    <>
      <p>
        <strong>{first}</strong>
      </p>
      {others.map((sentence) => (
        <p key={sentence} class="muted">
          {sentence}
        </p>
      ))}
    </>
  );
}

function Newest({ preview: { newest } }: { readonly preview: RulePreview }): JSX.Element | null {
  const t = useText(alertRuleFormText);
  const ruleText = useRuleAlertText();
  if (newest.length === 0) return null;
  return (
    <section>
      <p class="small muted">{t('newest')}</p>
      <ul class="plain-list">
        {newest.map(({ deviceId, dateTime, alerts, text }) => (
          <li key={`${deviceId} ${dateTime} ${alerts.join()}`}>
            <span class="line">
              <DeviceLink deviceId={deviceId} />
              <span class="small muted">
                <DayLink deviceId={deviceId} at={Date.parse(dateTime)} />
              </span>
            </span>
            <span class="small">
              {alerts.join(', ')}
              {text === '' ? null : `: ${ruleText(text)}`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

type DayLinkProps = { readonly deviceId: string; readonly at: number };

/** A time (ms since 1970) as a link to the day of the device, which is one of the depot. */
function DayLink({ deviceId, at }: DayLinkProps): JSX.Element {
  const date = localDate(at, useDepotZone());
  return (
    <a href={linkTo('/devices/:deviceId/day/:date', { deviceId, date })}>
      <Timestamp at={at} />
    </a>
  );
}
