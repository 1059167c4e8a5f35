import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { DeviceView, Limits } from '../../../schema/device.js';
import { textOf } from '../../format/form-text.js';
import { instantFrom } from '../../format/local-input.js';
import { useParts, useText } from '../../parts.js';
import { useSending } from '../../sending.js';
import { FailureNote } from '../../shell/failure-note.js';
import { InstantField } from '../../shell/instant-field.js';
import { UsageBar } from '../../shell/usage-bar.js';
import { commonText } from '../../text/common.js';
import { deviceText } from './device.text.js';

export type LimitsFormProps = { readonly device: DeviceView; readonly mayChange: boolean };

/** What the device may send a day, beside what it has, and until when it is registered. */
export function LimitsForm({ device, mayChange }: LimitsFormProps): JSX.Element {
  const say = useText(deviceText);
  const sayCommon = useText(commonText);
  const { usage, limits } = device;
  return (
    <section class="card card-stack" aria-labelledby="limits-title">
      <h2 id="limits-title">{say('limits')}</h2>
      <dl class="facts">
        <div>
          <dt>{sayCommon('emailsToday')}</dt>
          <dd>
            <UsageBar label={sayCommon('emailsToday')} used={usage.emails} limit={limits.dailyEmailLimit} />
          </dd>
        </div>
        <div>
          <dt>{sayCommon('smsToday')}</dt>
          <dd>
            <UsageBar label={sayCommon('smsToday')} used={usage.sms} limit={limits.dailySmsLimit} />
          </dd>
        </div>
      </dl>
      {/* Limits that were changed elsewhere are shown: what is in the fields is not half of each. */}
      {mayChange ? <Fields key={JSON.stringify(limits)} deviceId={device.id} limits={limits} /> : null}
    </section>
  );
}

function Fields({ deviceId, limits }: { readonly deviceId: string; readonly limits: Limits }): JSX.Element {
  const { api, live } = useParts();
  const say = useText(deviceText);
  const sayCommon = useText(commonText);
  const isTemporary = useSignal(limits.expires.enabled);
  const { busy, failure, onSubmit } = useSending(async (form) => {
    const path = `/api/devices/${encodeURIComponent(deviceId)}`;
    const answer = await api.send('PUT', `${path}/limits`, limitsOf(new FormData(form), isTemporary.value, limits));
    if (!answer.ok) return answer;
    // The feed tells it as well; the form does not wait for that.
    const changed = await api.get<{ device: DeviceView }>(path);
    if (changed.ok) live.takeDevice({ deviceId, device: changed.value.device });
    return undefined;
  });

  return (
    <form class="card-stack" onSubmit={onSubmit}>
      <div class="fields">
        <Count name="emails" label={say('emailLimit')} value={limits.dailyEmailLimit} />
        <Count name="sms" label={say('smsLimit')} value={limits.dailySmsLimit} />
      </div>
      <p class="small muted" id="limit-hint">
        {say('limitHint')}
      </p>
      <label class="inline">
        <input
          type="checkbox"
          checked={isTemporary.value}
          onChange={({ currentTarget }) => {
            isTemporary.value = currentTarget.checked;
          }}
        />
        {say('temporary')}
      </label>
      {isTemporary.value ? (
        <InstantField name="expires" label={say('expires')} at={limits.expires.date} required />
      ) : null}
      {failure.value === undefined ? null : <FailureNote failure={failure.value} />}
      <button type="submit" class="primary" disabled={busy.value}>
        {sayCommon('save')}
      </button>
    </form>
  );
}

const Count = (props: {
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

function limitsOf(data: FormData, isTemporary: boolean, former: Limits): Limits {
  const count = (name: string): number | null => (textOf(data, name) === '' ? null : Number(textOf(data, name)));
  return {
    expires: {
      enabled: isTemporary,
      date: isTemporary ? instantFrom(textOf(data, 'expires'), former.expires.date) : null,
    },
    dailyEmailLimit: count('emails'),
    dailySmsLimit: count('sms'),
  };
}
