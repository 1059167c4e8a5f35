import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Group } from '../../../schema/devices/group.js';
import type { ApiResult } from '../../api/client.js';
import { readText } from '../../format/form-text.js';
import { useText } from '../../app-context.js';
import { DeviceChooser } from '../../components/device-chooser.js';
import { fieldError } from '../../api/field-error.js';
import { useSubmit } from '../../api/use-submit.js';
import { FailureNote } from '../../components/failure-note.js';
import { FieldNote } from '../../components/field-note.js';
import { commonText } from '../../text/common.js';
import { groupsText } from './groups.text.js';

export type GroupFields = Pick<Group, 'name' | 'description' | 'devices'>;
export type GroupFormProps = {
  /** absent: a new group */
  readonly group?: GroupFields;
  readonly onSave: (fields: GroupFields) => Promise<ApiResult<unknown>>;
};

const FIELDS = ['name', 'description', 'devices'] as const;

/** The name, description and devices of a group. A refused field gets the focus, and its reason stands below it. */
export function GroupForm({ group, onSave }: GroupFormProps): JSX.Element {
  const t = useText(groupsText);
  const tCommon = useText(commonText);
  const devices = useSignal<ReadonlySet<string>>(new Set(group?.devices));
  const { busy, failure, onSubmit } = useSubmit(async (form) => {
    const data = new FormData(form);
    const result = await onSave({
      name: readText(data, 'name'),
      description: readText(data, 'description'),
      devices: [...devices.value],
    });
    return result.ok ? undefined : result;
  });

  const form = useRef<HTMLFormElement>(null);
  const refused = failure.value;
  const wrong = fieldError(refused, FIELDS)?.name;
  useEffect(() => {
    if (wrong !== undefined) form.current?.querySelector<HTMLElement>(`[name="${wrong}"]`)?.focus();
  }, [refused, wrong]);
  const noteOf = (name: (typeof FIELDS)[number]): JSX.Element | null =>
    refused !== undefined && wrong === name ? (
      <FieldNote id={`group-${name}-error`} label={t(name)} failure={refused} />
    ) : null;
  const stateOf = (name: (typeof FIELDS)[number]) =>
    wrong === name ? { 'aria-invalid': true, 'aria-describedby': `group-${name}-error` } : {};

  return (
    <form class="card card-stack" ref={form} onSubmit={onSubmit}>
      <div class="fields">
        <label>
          {t('name')}
          <input
            name="name"
            required
            maxLength={128}
            autocomplete="off"
            defaultValue={group?.name ?? ''}
            {...stateOf('name')}
          />
          {noteOf('name')}
        </label>
        <label>
          {t('description')}
          <input
            name="description"
            maxLength={1024}
            autocomplete="off"
            defaultValue={group?.description ?? ''}
            {...stateOf('description')}
          />
          {noteOf('description')}
        </label>
      </div>
      <DeviceChooser
        label={t('devices')}
        chosen={devices.value}
        onChange={(chosen) => {
          devices.value = chosen;
        }}
      />
      {noteOf('devices')}
      {refused === undefined || wrong !== undefined ? null : <FailureNote failure={refused} />}
      <button type="submit" class="primary" disabled={busy.value}>
        {tCommon('save')}
      </button>
    </form>
  );
}
