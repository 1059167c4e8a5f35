import { countsUnits, filled, isPattern, type Filling } from '../../domain/provisioning/pattern.js';
import { readable, typed } from '../../domain/provisioning/settings.js';
import { isDeviceId } from '../../domain/device.js';
import { failure, success, type Result } from '../../errors.js';
import type { Unit } from '../../protocols/provision.js';
import type { ProvisioningReceipt, Row } from '../../schema/receipt.js';
import type { Settings, SettingValue } from '../../schema/setting.js';
import type { Template } from '../../schema/template.js';
import type { Capability } from './capabilities.js';

/** What one tracker is to have and to be. */
export type Wanted = {
  readonly settings: Settings;
  readonly deviceId: string;
  /** what the device is called; left out: as it is */
  readonly name?: string;
};

/** What a tracker is given that others are not. */
export type Given = { readonly row: Row | null; readonly number: number | null };

/** Columns that are no settings. */
const ownColumns: readonly string[] = ['identity', 'id', 'name'];

export const needsNumber = ({ settings, deviceId, deviceName }: Template): boolean =>
  [...Object.values(settings), deviceId, deviceName].some(countsUnits);

export type ApplyOptions = Given & {
  readonly template: Template;
  readonly capability: Capability;
  readonly unit: Unit;
  /** the device that the port is bound to by configuration */
  readonly bound: string | null;
};

/** What the template and the row ask for; `validation_failed` where that is nothing a tracker can be. */
export function applied({ template, capability, unit, row, number, bound }: ApplyOptions): Result<Wanted> {
  const { provision, validate } = capability;
  const { idSetting } = provision;
  const filling: Filling = { identity: unit.hardwareId, number: number ?? undefined, row: row ?? {} };
  const fill = (value: SettingValue): Result<SettingValue> =>
    isPattern(value) ? filled(value, filling) : success(value);

  const ownId = idSetting === undefined ? unit.deviceId : undefined;
  const idPattern = row?.id ?? template.deviceId;
  const id = idPattern === null ? undefined : fill(idPattern);
  if (id?.ok === false) return id;
  if (id !== undefined && ownId !== undefined && id.value !== ownId) {
    return failure(
      'validation_failed',
      `it reports as ${ownId}, and can not be made ${id.value}: take that id, or none`,
    );
  }
  const deviceId = String(
    id?.value ?? ownId ?? unit.deviceId ?? bound ?? (idSetting === undefined ? unit.hardwareId : ''),
  );
  if (!isDeviceId(deviceId)) {
    const way = 'give the template a pattern of ids (deviceId), or the list of units a column id';
    return failure(
      'validation_failed',
      deviceId === '' ? `it has no id yet: ${way}` : `${deviceId} can be no id of a device: ${way}`,
    );
  }

  const fromRow = Object.entries(row ?? {}).filter(
    ([name]) => Object.hasOwn(provision.settings, name) && !ownColumns.includes(name),
  );
  const settings: Record<string, SettingValue> = {};
  for (const [name, value] of [...Object.entries(template.settings), ...fromRow]) {
    const said = fill(value);
    if (!said.ok) return said;
    settings[name] = typed(said.value, provision.settings[name]);
  }
  if (idSetting !== undefined) settings[idSetting] = deviceId;
  const checked = validate(settings);
  if (!checked.ok) return failure('validation_failed', `settings${checked.message}`);

  const name = fill(row?.name ?? template.deviceName ?? '');
  if (!name.ok) return name;
  return success({ settings, deviceId, ...(name.value !== '' && { name: String(name.value) }) });
}

/** What it had before the receipt. */
export function undone(receipt: ProvisioningReceipt, { provision }: Capability, unit: Unit): Result<Wanted> {
  const { hardwareId, before, deviceId } = receipt;
  if (unit.hardwareId !== hardwareId) {
    return failure('conflict', `this is ${unit.hardwareId}, the receipt is of ${hardwareId}: plug that in`);
  }
  const former = provision.idSetting === undefined ? undefined : before[provision.idSetting];
  const id = former === undefined || former === '' ? deviceId : String(former);
  return success({ settings: readable(before, provision.settings), deviceId: id });
}
