import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { CHANNELS, QUOTA_CHANNELS } from '../../../schema/channels.js';
import type { DeviceView } from '../../../schema/devices/device.js';
import type { ApiFailure } from '../../api/client.js';
import { useApp, useText } from '../../app-context.js';
import { ConfirmButton } from '../../components/confirm-button.js';
import { FailureNote } from '../../components/failure-note.js';
import { UsageBar } from '../../components/usage-bar.js';
import { LIMIT_FIELDS } from '../../device-form/device-fields.js';
import { deviceFormText } from '../../device-form/device-form.text.js';
import { LimitInputs } from '../../device-form/limit-inputs.js';
import { devicePath } from '../../device-form/save-device.js';
import { SaveNote } from '../../device-form/save-note.js';
import { useDeviceEdits } from '../../device-form/use-device-edits.js';
import { displayName } from '../../live/device-state.js';
import { capitalize, useChannelLabels } from '../../text/channel-labels.js';
import { commonText } from '../../text/common.js';

export type LimitsFormProps = { readonly device: DeviceView; readonly canChange: boolean };

/** The daily limits of a device, today's usage, and its expiry date. */
export function LimitsForm({ device, canChange }: LimitsFormProps): JSX.Element {
  const t = useText(deviceFormText);
  const tCommon = useText(commonText);
  const labelsOf = useChannelLabels();
  const { usage, limits } = device;
  return (
    <section class="card card-stack" aria-labelledby="limits-title">
      <h2 id="limits-title">{t('limits')}</h2>
      <dl class="facts">
        {QUOTA_CHANNELS.map((channel) => {
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
      {canChange ? <LimitFields device={device} /> : null}
      {canChange && device.state === 'active' ? <ExpireAction device={device} /> : null}
    </section>
  );
}

function LimitFields({ device }: { readonly device: DeviceView }): JSX.Element {
  const t = useText(deviceFormText);
  const labelsOf = useChannelLabels();
  const form = useDeviceEdits({ device, fields: LIMIT_FIELDS });
  const labelOf = (name: string): string => {
    const channel = QUOTA_CHANNELS.find((one) => CHANNELS[one].limitField === name);
    return channel === undefined ? t('expires') : t('dailyLimit', { units: capitalize(labelsOf(channel).units) });
  };
  return (
    <form class="card-stack" onSubmit={form.onSubmit}>
      <LimitInputs typed={form.typed} onType={form.type} />
      <SaveNote form={form} labelOf={labelOf} />
    </form>
  );
}

/** Expires the device at once, whatever its date is. */
function ExpireAction({ device }: { readonly device: DeviceView }): JSX.Element {
  const { api, live, gatewayClock } = useApp();
  const t = useText(deviceFormText);
  const failure = useSignal<ApiFailure | undefined>(undefined);

  async function expire(): Promise<void> {
    const expires = new Date(gatewayClock.now()).toISOString();
    const change = [{ op: 'replace', path: '/expires', value: expires }];
    const result = await api.send<{ device: DeviceView }>('PATCH', devicePath(device.id), change);
    failure.value = result.ok ? undefined : result;
    if (result.ok) live.onDevice({ deviceId: device.id, device: result.value.device });
  }

  return (
    <>
      {failure.value === undefined ? null : <FailureNote failure={failure.value} />}
      <div class="actions">
        <ConfirmButton
          label={t('expireNow')}
          question={t('confirmExpire', { name: displayName({ id: device.id, device }) })}
          onConfirm={() => void expire()}
        />
      </div>
    </>
  );
}
