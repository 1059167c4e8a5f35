import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { CHANNEL_NAMES, CHANNELS, channelFields } from '../../../schema/channels.js';
import type { DeviceView, DeviceLimits } from '../../../schema/devices/device.js';
import { readText } from '../../format/form-text.js';
import { parseInstant } from '../../format/local-input.js';
import { useApp, useText } from '../../app-context.js';
import { useSubmit } from '../../api/use-submit.js';
import { FailureNote } from '../../components/failure-note.js';
import { InstantField } from '../../components/instant-field.js';
import { UsageBar } from '../../components/usage-bar.js';
import { capitalize, useChannelLabels } from '../../text/channel-labels.js';
import { commonText } from '../../text/common.js';
import { deviceText } from './device.text.js';

export type LimitsFormProps = { readonly device: DeviceView; readonly canChange: boolean };

/** The daily limits of a device, today's usage, and its expiry date. */
export function LimitsForm({ device, canChange }: LimitsFormProps): JSX.Element {
  const t = useText(deviceText);
  const tCommon = useText(commonText);
  const labelsOf = useChannelLabels();
  const { usage, limits } = device;
  return (
    <section class="card card-stack" aria-labelledby="limits-title">
      <h2 id="limits-title">{t('limits')}</h2>
      <dl class="facts">
        {CHANNEL_NAMES.map((channel) => {
          const { usageField, limitField } = CHANNELS[channel];
          const label = tCommon('sentToday', { messages: capitalize(labelsOf(channel).plural) });
          return (
            <div key={channel}>
              <dt>{label}</dt>
              <dd>
                <UsageBar label={label} used={usage[usageField]} limit={limits[limitField]} />
              </dd>
            </div>
          );
        })}
      </dl>
      {/* A new key resets the form when the limits change elsewhere: it never mixes old and new values. */}
      {canChange ? <LimitFields key={JSON.stringify(limits)} deviceId={device.id} limits={limits} /> : null}
    </section>
  );
}

function LimitFields({ deviceId, limits }: { readonly deviceId: string; readonly limits: DeviceLimits }): JSX.Element {
  const { api, live } = useApp();
  const t = useText(deviceText);
  const tCommon = useText(commonText);
  const labelsOf = useChannelLabels();
  const isTemporary = useSignal(limits.expires.enabled);
  const { busy, failure, onSubmit } = useSubmit(async (form) => {
    const path = `/api/devices/${encodeURIComponent(deviceId)}`;
    const result = await api.send(
      'PUT',
      `${path}/limits`,
      readLimitsForm(new FormData(form), isTemporary.value, limits),
    );
    if (!result.ok) return result;
    // The feed sends the change too; the form does not wait for it.
    const changed = await api.get<{ device: DeviceView }>(path);
    if (changed.ok) live.onDevice({ deviceId, device: changed.value.device });
    return undefined;
  });

  return (
    <form class="card-stack" onSubmit={onSubmit}>
      <div class="fields">
        {CHANNEL_NAMES.map((channel) => {
          const { limitField } = CHANNELS[channel];
          const label = t('dailyLimit', { units: capitalize(labelsOf(channel).units) });
          return <CountField key={channel} name={limitField} label={label} value={limits[limitField]} />;
        })}
      </div>
      <p class="small muted" id="limit-hint">
        {t('limitHint')}
      </p>
      <label class="inline">
        <input
          type="checkbox"
          checked={isTemporary.value}
          onChange={({ currentTarget }) => {
            isTemporary.value = currentTarget.checked;
          }}
        />
        {t('temporary')}
      </label>
      {isTemporary.value ? (
        <InstantField name="expires" label={t('expires')} at={limits.expires.date} required />
      ) : null}
      {failure.value === undefined ? null : <FailureNote failure={failure.value} />}
      <button type="submit" class="primary" disabled={busy.value}>
        {tCommon('save')}
      </button>
    </form>
  );
}

const CountField = (props: {
  readonly name: string;
  readonly label: string;
  readonly value: number | null;
}): JSX.Element => (
  <label>
    {props.label}
    <input
      type="number"
      name={props.name}
      min={0}
      max={1_000_000}
      step={1}
      value={props.value ?? ''}
      aria-describedby="limit-hint"
    />
  </label>
);

function readLimitsForm(data: FormData, isTemporary: boolean, previous: DeviceLimits): DeviceLimits {
  const count = (name: string): number | null => (readText(data, name) === '' ? null : Number(readText(data, name)));
  return {
    expires: {
      enabled: isTemporary,
      date: isTemporary ? parseInstant(readText(data, 'expires'), previous.expires.date) : null,
    },
    ...channelFields('limitField', (channel) => count(CHANNELS[channel].limitField)),
  };
}
