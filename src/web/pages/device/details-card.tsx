import type { JSX } from 'preact';
import type { DeviceView } from '../../../schema/devices/device.js';
import { useApp, useText } from '../../app-context.js';
import { RemoveAction } from '../../components/remove-action.js';
import { DETAIL_FIELDS } from '../../device-form/device-fields.js';
import { deviceFormText } from '../../device-form/device-form.text.js';
import { DetailInputs } from '../../device-form/detail-inputs.js';
import { GroupChoice } from '../../device-form/group-choice.js';
import { devicePath } from '../../device-form/save-device.js';
import { SaveNote } from '../../device-form/save-note.js';
import { useDeviceEdits } from '../../device-form/use-device-edits.js';
import { useGroupsOfDevice } from '../../device-form/use-groups-of-device.js';
import { displayName } from '../../live/device-state.js';
import { linkTo } from '../../routing/match.js';
import { canChangeGroups } from '../groups/can-change-groups.js';

/** Changes name, note, telephone number, tags and groups of a device, or deletes it. */
export function DetailsCard({ device }: { readonly device: DeviceView }): JSX.Element {
  const { session } = useApp();
  const t = useText(deviceFormText);
  const groups = useGroupsOfDevice(device.id);
  const form = useDeviceEdits({ device, fields: DETAIL_FIELDS, saveOthers: groups.save });
  return (
    <section class="card card-stack" aria-labelledby="details-title">
      <h2 id="details-title">{t('details')}</h2>
      <form class="card-stack" onSubmit={form.onSubmit}>
        <DetailInputs typed={form.typed} onType={form.type} placeholder={device.id} />
        {canChangeGroups(session.state.value) ? (
          <GroupChoice groups={groups.groups} chosen={groups.chosen} onChange={groups.choose} />
        ) : null}
        <SaveNote form={form} labelOf={(name) => t(name as 'name' | 'description' | 'min' | 'tags')} />
      </form>
      <RemoveAction
        path={devicePath(device.id)}
        question={t('confirmRemove', { name: displayName({ id: device.id, device }) })}
        next={linkTo('/devices')}
      />
    </section>
  );
}
