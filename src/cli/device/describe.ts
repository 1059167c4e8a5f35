import type { DeviceView } from '../../schema/devices/device.js';
import { factLines, tableLines } from '../terminal/table.js';

const HEADINGS = ['DEVICE', 'NAME', 'STATE', 'EMAILS', 'SMS', 'LAST SEEN'] as const;

export function describeDevices(devices: readonly DeviceView[]): string {
  if (devices.length === 0)
    return 'No device is registered here, or none that this user may see: waypost device add ID\n';
  const rows = devices.map((device) => [
    device.id,
    device.name,
    stateOf(device),
    ...usageOf(device),
    device.lastSeen ?? 'never',
  ]);
  return [...tableLines(HEADINGS, rows), ''].join('\n');
}

/** `groups`: the names of those that it is in. */
export function describeDevice(device: DeviceView, groups: readonly string[]): string {
  const { id, name, description, min, tags, lastSeen, source } = device;
  const [emails, sms] = usageOf(device);
  const where = source === null ? '' : ` by ${source.protocol}${source.port === undefined ? '' : ` on ${source.port}`}`;
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
    'Emails today': emails,
    'SMS today': sms,
    'Last seen': lastSeen === null ? 'never' : `${lastSeen}${where}`,
  });
}

const stateOf = ({ state, expires }: DeviceView): string =>
  expires === null ? state : `${state} ${state === 'active' ? 'until' : 'since'} ${expires}`;

/** What was sent today of what may be: `2 of 10`. */
const usageOf = ({ usage, limits }: DeviceView): readonly [emails: string, sms: string] => [
  ofLimit(usage.emails, limits.dailyEmailLimit),
  ofLimit(usage.sms, limits.dailySmsLimit),
];

const ofLimit = (sent: number, limit: number | null): string => (limit === null ? `${sent}` : `${sent} of ${limit}`);
