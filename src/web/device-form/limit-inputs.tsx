import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { CHANNELS, QUOTA_CHANNELS } from '../../schema/channels.js';
import { useText } from '../app-context.js';
import { DateTimeInput } from '../components/date-time-input.js';
import { capitalize, useChannelLabels } from '../text/channel-labels.js';
import type { InputsProps } from './detail-inputs.js';
import { deviceFormText } from './device-form.text.js';

/** The daily limits of a device and its expiry date. */
export function LimitInputs({ typed, onType }: InputsProps): JSX.Element {
  const t = useText(deviceFormText);
  const labelsOf = useChannelLabels();
  return (
    <>
      <div class="fields">
        {QUOTA_CHANNELS.map((channel) => {
          const { limitField } = CHANNELS[channel];
          return (
            <label key={channel}>
              {t('dailyLimit', { units: capitalize(labelsOf(channel).units) })}
              <input
                type="number"
                name={limitField}
                min={0}
                max={1_000_000}
                step={1}
                value={typed[limitField]}
                aria-describedby="limit-hint"
                onInput={({ currentTarget }) => {
                  onType(limitField, currentTarget.value);
                }}
              />
            </label>
          );
        })}
      </div>
      <p class="small muted" id="limit-hint">
        {t('limitHint')}
      </p>
      <ExpiryInput typed={typed} onType={onType} />
    </>
  );
}

function ExpiryInput({ typed: { expires = '' }, onType }: InputsProps): JSX.Element {
  const t = useText(deviceFormText);
  const isOpen = useSignal(false);
  const isTemporary = isOpen.value || expires !== '';
  return (
    <>
      <label class="inline">
        <input
          type="checkbox"
          checked={isTemporary}
          onChange={({ currentTarget }) => {
            isOpen.value = currentTarget.checked;
            if (!currentTarget.checked) onType('expires', '');
          }}
        />
        {t('temporary')}
      </label>
      {isTemporary ? (
        <label>
          {t('expires')}
          <DateTimeInput
            name="expires"
            required
            value={expires}
            onType={(text) => {
              // The field stays while it is half filled in.
              isOpen.value = true;
              onType('expires', text);
            }}
          />
        </label>
      ) : null}
    </>
  );
}
