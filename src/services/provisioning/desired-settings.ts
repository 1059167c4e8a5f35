import { usesCounter, fillPattern, isPattern, type PatternValues } from '../../domain/provisioning/pattern.js';
import { readableSettings, coerceSetting } from '../../domain/provisioning/settings.js';
import { isDeviceId } from '../../domain/devices/device.js';
import { failure, success, type Result } from '../../errors.js';
import type { TrackerInfo } from '../../protocols/provision.js';
import type { ProvisioningReceipt, UnitRow } from '../../schema/provisioning/receipt.js';
import type { TrackerSettings, SettingValue } from '../../schema/provisioning/setting.js';
import type { Template } from '../../schema/provisioning/template.js';
import type { Capability } from './capabilities.js';

/** The settings, id and name that one tracker should get. */
export type DesiredSettings = {
  readonly settings: TrackerSettings;
  readonly deviceId: string;
  /** name of the device; omitted: unchanged */
  readonly name?: string;
};

/** The row and number of one tracker. */
export type Allocation = { readonly row: UnitRow | null; readonly number: number | null };

/** Columns that are not settings. */
const NON_SETTING_COLUMNS: readonly string[] = ['identity', 'id', 'name'];

export const needsNumber = ({ settings, deviceId, deviceName }: Template): boolean =>
  [...Object.values(settings), deviceId, deviceName].some(usesCounter);

export type FromTemplateOptions = Allocation & {
  readonly template: Template;
  readonly capability: Capability;
  readonly unit: TrackerInfo;
  /** the device that the configuration binds the port to */
  readonly boundDeviceId: string | null;
};

/** The settings from template and row; `validation_failed` if a tracker cannot have them. */
export function fromTemplate({
  template,
  capability,
  unit,
  row,
  number,
  boundDeviceId,
}: FromTemplateOptions): Result<DesiredSettings> {
  const { provision, validate } = capability;
  const { idSetting } = provision;
  const filling: PatternValues = { identity: unit.hardwareId, number: number ?? undefined, row: row ?? {} };
  const fill = (value: SettingValue): Result<SettingValue> =>
    isPattern(value) ? fillPattern(value, filling) : success(value);

  const ownId = idSetting === undefined ? unit.deviceId : undefined;
  const idPattern = row?.id ?? template.deviceId;
  const id = idPattern === null ? undefined : fill(idPattern);
  if (id?.ok === false) return id;
  if (id !== undefined && ownId !== undefined && id.value !== ownId) {
    return failure(
      'validation_failed',
      `the tracker reports as ${ownId} and cannot become ${id.value}: use its own id, or none`,
    );
  }
  const deviceId = String(
    id?.value ?? ownId ?? unit.deviceId ?? boundDeviceId ?? (idSetting === undefined ? unit.hardwareId : ''),
  );
  if (!isDeviceId(deviceId)) {
    const fix = 'set deviceId in the template, or add a column id to the list of units';
    return failure(
      'validation_failed',
      deviceId === '' ? `the tracker has no id yet: ${fix}` : `${deviceId} is not a valid device id: ${fix}`,
    );
  }

  const fromRow = Object.entries(row ?? {}).filter(
    ([name]) => Object.hasOwn(provision.settings, name) && !NON_SETTING_COLUMNS.includes(name),
  );
  const settings: Record<string, SettingValue> = {};
  for (const [name, value] of [...Object.entries(template.settings), ...fromRow]) {
    const filledValue = fill(value);
    if (!filledValue.ok) return filledValue;
    settings[name] = coerceSetting(filledValue.value, provision.settings[name]);
  }
  if (idSetting !== undefined) settings[idSetting] = deviceId;
  const checked = validate(settings);
  if (!checked.ok) return failure('validation_failed', `settings${checked.message}`);

  const name = fill(row?.name ?? template.deviceName ?? '');
  if (!name.ok) return name;
  return success({ settings, deviceId, ...(name.value !== '' && { name: String(name.value) }) });
}

/** The settings from before the receipt. */
export function fromReceipt(
  receipt: ProvisioningReceipt,
  { provision }: Capability,
  unit: TrackerInfo,
): Result<DesiredSettings> {
  const { hardwareId, before, deviceId } = receipt;
  if (unit.hardwareId !== hardwareId) {
    return failure(
      'conflict',
      `this is ${unit.hardwareId}, but the receipt is for ${hardwareId}: plug that tracker in`,
    );
  }
  const previousId = provision.idSetting === undefined ? undefined : before[provision.idSetting];
  const id = previousId === undefined || previousId === '' ? deviceId : String(previousId);
  return success({ settings: readableSettings(before, provision.settings), deviceId: id });
}
