import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { Group } from '../../../schema/group.js';
import type { Answer } from '../../api/client.js';
import { textOf } from '../../format/form-text.js';
import { useText } from '../../parts.js';
import { DeviceChooser } from '../../shell/device-chooser.js';
import { useSending } from '../../sending.js';
import { FailureNote } from '../../shell/failure-note.js';
import { commonText } from '../../text/common.js';
import { groupsText } from '../groups.text.js';

export type GroupFields = Pick<Group, 'name' | 'description' | 'devices'>;
export type GroupFormProps = {
  /** left out: a new one */
  readonly group?: GroupFields;
  readonly onSave: (fields: GroupFields) => Promise<Answer<unknown>>;
};

/** What a group is called, and which devices are in it. */
export function GroupForm({ group, onSave }: GroupFormProps): JSX.Element {
  const say = useText(groupsText);
  const sayCommon = useText(commonText);
  const devices = useSignal<ReadonlySet<string>>(new Set(group?.devices));
  const { busy, failure, onSubmit } = useSending(async (form) => {
    const data = new FormData(form);
    const answer = await onSave({
      name: textOf(data, 'name'),
      description: textOf(data, 'description'),
      devices: [...devices.value],
    });
    return answer.ok ? undefined : answer;
  });

  return (
    <form class="card card-stack" onSubmit={onSubmit}>
      <div class="fields">
        <label>
          {say('name')}
          <input name="name" required maxLength={128} autocomplete="off" defaultValue={group?.name ?? ''} />
        </label>
        <label>
          {say('description')}
          <input name="description" maxLength={1024} autocomplete="off" defaultValue={group?.description ?? ''} />
        </label>
      </div>
      <DeviceChooser
        label={say('devices')}
        chosen={devices.value}
        onChange={(chosen) => {
          devices.value = chosen;
        }}
      />
      {failure.value === undefined ? null : <FailureNote failure={failure.value} />}
      <button type="submit" class="primary" disabled={busy.value}>
        {sayCommon('save')}
      </button>
    </form>
  );
}
