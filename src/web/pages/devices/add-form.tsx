import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { DeviceView } from '../../../schema/devices/device.js';
import { useSubmit } from '../../api/use-submit.js';
import { useApp, useText } from '../../app-context.js';
import { FailureNote } from '../../components/failure-note.js';
import { DETAIL_FIELDS, LIMIT_FIELDS, mapFields, type FieldTexts } from '../../device-form/device-fields.js';
import { deviceFormText } from '../../device-form/device-form.text.js';
import { DetailInputs } from '../../device-form/detail-inputs.js';
import { changeMembers } from '../../device-form/group-membership.js';
import { LimitInputs } from '../../device-form/limit-inputs.js';
import { newDevice } from '../../device-form/new-device.js';
import { readText } from '../../format/form-text.js';
import { GroupField } from '../groups/group-field.js';

const FIELDS = { ...DETAIL_FIELDS, ...LIMIT_FIELDS };

export type AddFormProps = { readonly onAdded: (device: DeviceView) => void };

/** Registers a device. */
export function AddForm({ onAdded }: AddFormProps): JSX.Element {
  const { api, live } = useApp();
  const t = useText(deviceFormText);
  const typed = useSignal<FieldTexts>(mapFields(FIELDS, () => ''));
  const id = useSignal('');
  /** registered, but not in its group yet */
  const added = useSignal<DeviceView | undefined>(undefined);
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => {
    first.current?.focus();
  }, []);

  const { busy, failure, onSubmit } = useSubmit(async (form) => {
    if (added.value === undefined) {
      const input = newDevice(id.value, FIELDS, typed.value);
      const result = await api.send<{ device: DeviceView }>('POST', '/api/devices', input);
      if (!result.ok) return result;
      added.value = result.value.device;
      live.onDevice({ deviceId: added.value.id, device: added.value });
    }
    const group = readText(new FormData(form), 'group');
    const failed = group === '' ? undefined : await changeMembers(api, group, { add: [added.value.id] });
    if (failed === undefined) onAdded(added.value);
    return failed;
  });
  const type = (name: string, text: string): void => {
    typed.value = { ...typed.peek(), [name]: text };
  };

  return (
    <form class="card card-stack" aria-label={t('add')} onSubmit={onSubmit}>
      <h2>{t('add')}</h2>
      <div class="fields">
        <label>
          {t('id')}
          <input
            name="id"
            required
            maxLength={64}
            pattern="\s*\.*[A-Za-z0-9_:\-][A-Za-z0-9._:\-]*\s*"
            title={t('idHint')}
            autocomplete="off"
            ref={first}
            disabled={added.value !== undefined}
            value={id.value}
            aria-describedby="id-hint"
            onInput={({ currentTarget }) => {
              id.value = currentTarget.value;
            }}
          />
          <span class="small muted hint" id="id-hint">
            {t('idHint')}
          </span>
        </label>
        <GroupField />
      </div>
      <DetailInputs typed={typed.value} onType={type} placeholder={id.value.trim()} />
      <details>
        <summary>{t('limits')}</summary>
        <div class="card-stack">
          <LimitInputs typed={typed.value} onType={type} />
        </div>
      </details>
      {failure.value === undefined ? null : <FailureNote failure={failure.value} />}
      <div class="actions">
        <button type="submit" class="primary" disabled={busy.value}>
          {t('add')}
        </button>
      </div>
    </form>
  );
}
