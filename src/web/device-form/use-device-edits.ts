import { useSignal, type ReadonlySignal } from '@preact/signals';
import type { DeviceView } from '../../schema/devices/device.js';
import type { ApiFailure } from '../api/client.js';
import { useSubmit, type Submission } from '../api/use-submit.js';
import { useApp } from '../app-context.js';
import type { DeviceFields, FieldTexts } from './device-fields.js';
import { changedFields } from './merge-edits.js';
import { devicePath, followDevice, saveDevice, startEdits, type DeviceEdits } from './save-device.js';

/** A form that changes fields of a device. */
export type DeviceForm = Submission & {
  readonly typed: FieldTexts;
  readonly type: (name: string, text: string) => void;
  readonly isChanged: boolean;
  readonly saved: ReadonlySignal<boolean>;
  /** Fields that another user changed meanwhile, as they are now. Saving again overwrites them. */
  readonly conflicts: ReadonlySignal<FieldTexts>;
};

export type DeviceFormOptions = {
  readonly device: DeviceView;
  readonly fields: DeviceFields;
  /** saves what is not a field of the device */
  readonly saveOthers?: () => Promise<ApiFailure | undefined>;
};

/** Edits fields of a device: what others change meanwhile appears in untouched fields, and what was typed stays. */
export function useDeviceEdits({ device, fields, saveOthers }: DeviceFormOptions): DeviceForm {
  const { api, live } = useApp();
  const state = useSignal<DeviceEdits>(startEdits(fields, device));
  const conflicts = useSignal<FieldTexts>({});
  const saved = useSignal(false);
  const followed = useSignal(device);
  if (followed.peek() !== device) {
    followed.value = device;
    state.value = followDevice(fields, state.peek(), device).edits;
  }

  /** Shows what another user has saved, and lets the user decide. */
  async function onChangedMeanwhile(): Promise<ApiFailure | undefined> {
    const result = await api.get<{ device: DeviceView }>(devicePath(device.id));
    if (!result.ok) return result;
    const now = result.value.device;
    const merged = followDevice(fields, state.peek(), now, true);
    state.value = merged.edits;
    conflicts.value = Object.fromEntries(merged.conflicts.map((name) => [name, fields[name]?.text(now) ?? '']));
    return merged.conflicts.length > 0 ? undefined : save();
  }

  async function save(): Promise<ApiFailure | undefined> {
    const { id } = device;
    const result = await saveDevice(api, id, fields, state.peek());
    if (result?.ok === false) return result.code === 'changed_meanwhile' ? onChangedMeanwhile() : result;
    if (result !== undefined) {
      state.value = followDevice(fields, state.peek(), result.value.device, true).edits;
      // The feed sends the change too; the page does not wait for it.
      live.onDevice({ deviceId: id, device: result.value.device });
    }
    const failure = await saveOthers?.();
    saved.value = failure === undefined;
    return failure;
  }

  return {
    typed: state.value.typed,
    isChanged: changedFields(state.value).length > 0,
    conflicts,
    saved,
    type(name, text) {
      saved.value = false;
      state.value = { ...state.peek(), typed: { ...state.peek().typed, [name]: text } };
    },
    ...useSubmit(() => {
      conflicts.value = {};
      saved.value = false;
      return save();
    }),
  };
}
