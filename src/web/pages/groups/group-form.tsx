import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { Group } from '../../../schema/devices/group.js';
import type { ApiResult } from '../../api/client.js';
import { readText } from '../../format/form-text.js';
import { useText } from '../../app-context.js';
import { DeviceChooser } from '../../components/device-chooser.js';
import { useSubmit } from '../../api/use-submit.js';
import { FailureNote } from '../../components/failure-note.js';
import { commonText } from '../../text/common.js';
import { groupsText } from './groups.text.js';

export type GroupFields = Pick<Group, 'name' | 'description' | 'devices'>;
export type GroupFormProps = {
  /** absent: a new group */
  readonly group?: GroupFields;
  readonly onSave: (fields: GroupFields) => Promise<ApiResult<unknown>>;
};

/** The name, description and devices of a group. */
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

  return (
    <form class="card card-stack" onSubmit={onSubmit}>
      <div class="fields">
        <label>
          {t('name')}
          <input name="name" required maxLength={128} autocomplete="off" defaultValue={group?.name ?? ''} />
        </label>
        <label>
          {t('description')}
          <input name="description" maxLength={1024} autocomplete="off" defaultValue={group?.description ?? ''} />
        </label>
      </div>
      <DeviceChooser
        label={t('devices')}
        chosen={devices.value}
        onChange={(chosen) => {
          devices.value = chosen;
        }}
      />
      {failure.value === undefined ? null : <FailureNote failure={failure.value} />}
      <button type="submit" class="primary" disabled={busy.value}>
        {tCommon('save')}
      </button>
    </form>
  );
}
