import { CHANNELS, QUOTA_CHANNELS } from '../../schema/channels.js';
import type { DeviceView } from '../../schema/devices/device.js';
import { factLines, tableLines } from '../terminal/table.js';

const CHANNEL_ROWS = QUOTA_CHANNELS.map((channel) => CHANNELS[channel]);
const USAGE_HEADINGS = CHANNEL_ROWS.map(({ labels }) => labels.plural.toUpperCase());
const HEADINGS = ['DEVICE', 'NAME', 'STATE', ...USAGE_HEADINGS, 'LAST SEEN'] as const;

export function describeDevices(devices: readonly DeviceView[]): string {
  if (devices.length === 0)
    return 'No device is registered, or none that this user may see. To register one: waypost device add ID\n';
  const rows = devices.map((device) => [
    device.id,
    device.name,
    stateOf(device),
    ...usageOf(device),
    device.lastSeen ?? 'never',
  ]);
  return [...tableLines(HEADINGS, rows, { cut: ['NAME'] }), ''].join('\n');
}

/** `groups`: the names of the groups that contain the device. */
export function describeDevice(device: DeviceView, groups: readonly string[]): string {
  const { id, name, description, min, tags, lastSeen, source } = device;
  const usage = usageOf(device);
  const where =
    source === null
      ? ''
      : source.gateway !== undefined
        ? ` from gateway ${source.gateway}`
        : ` over ${source.protocol}${source.port === undefined ? '' : ` on ${source.port}`}`;
  return factLines({
    Device: id,
    Name: name,
    Description: description,
    Telephone: min,
    Tags: Object.entries(tags)
      .map(([tag, value]) => `${tag}=${value}`)
      .join(', '),
    Groups: groups.join(', '),
    State: stateOf(device),
    ...Object.fromEntries(
      CHANNEL_ROWS.map(({ labels }, index) => [`${capitalize(labels.plural)} today`, usage[index] ?? '']),
    ),
    'Last seen': lastSeen === null ? 'never' : `${lastSeen}${where}`,
  });
}

const stateOf = ({ state, expires }: DeviceView): string =>
  expires === null ? state : `${state} ${state === 'active' ? 'until' : 'since'} ${expires}`;

/** Today's usage with its quota: `2 of 10`. */
const usageOf = ({ usage, limits }: DeviceView): readonly string[] =>
  CHANNEL_ROWS.map(({ usageField, limitField }) => ofLimit(usage[usageField], limits[limitField]));

const capitalize = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

const ofLimit = (sent: number, limit: number | null): string => (limit === null ? `${sent}` : `${sent} of ${limit}`);
