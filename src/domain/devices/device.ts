import { newDeviceIdSchema } from '../../schema/common.js';
import { success, type Result } from '../../errors.js';
import { deviceInputErrors } from './messages.js';
import { CHANNELS, channelFields } from '../../schema/channels.js';
import type { Device, DeviceInput, DeviceView, Source } from '../../schema/devices/device.js';
import { readInstant } from '../clock/instant.js';
import { isObject } from '../json.js';
import { isExpired } from './license.js';
import { sentUnits, type DailyUsage } from '../messages/daily-usage.js';
import { quotaOf } from '../messages/message.js';

const ID_PATTERN = new RegExp(newDeviceIdSchema.pattern);

/** The tracker's own id is valid as a device id. */
export const isDeviceId = (id: string): boolean => id.length <= newDeviceIdSchema.maxLength && ID_PATTERN.test(id);

/**
 * A device from a request, with defaults for omitted fields. Its expiry is in two fields: if they differ from the
 * `current` view, the changed one counts.
 */
export function readDevice(requested: DeviceInput, current?: DeviceView): Result<Device> {
  const input = current === undefined ? requested : resolveExpiry(requested, current);
  const limit = input.limits?.expires;
  if (limit?.enabled === true && typeof limit.date !== 'string') {
    return deviceInputErrors.noExpiry('/limits/expires/date');
  }
  const byLimit = readExpiry(limit?.enabled === false ? null : limit?.date, '/limits/expires/date');
  if (!byLimit.ok) return byLimit;
  const byField = readExpiry(input.expires, '/expires');
  if (!byField.ok) return byField;
  if (byLimit.value !== undefined && byField.value !== undefined && byLimit.value !== byField.value) {
    return deviceInputErrors.twoExpiries('/expires');
  }
  return success({
    id: input.id,
    name: input.name ?? input.id,
    description: input.description ?? '',
    min: input.min ?? '',
    tags: input.tags ?? {},
    expires: byLimit.value ?? byField.value ?? null,
    ...channelFields('limitField', (channel) => input.limits?.[CHANNELS[channel].limitField] ?? null),
    registeredBy: null,
  });
}

/**
 * Prepares a patched device for validation: an expiry that the patch removed from one of its two fields is off in that
 * field. A value that is not an object is returned unchanged and refused later.
 */
export function clearRemovedExpiry(patched: unknown): unknown {
  if (!isObject(patched)) return patched;
  // JSON Patch can leave null where Merge Patch removes the field.
  const limits = patched.limits ?? {};
  const off = { enabled: false, date: null };
  return {
    expires: null,
    ...patched,
    limits: isObject(limits) ? { ...limits, expires: limits.expires ?? off } : limits,
  };
}

function resolveExpiry(input: DeviceInput, current: DeviceView): DeviceInput {
  const { expires, ...others } = input;
  const { expires: limit, ...limits } = input.limits ?? {};
  const isExpiryUnchanged = expires === current.expires;
  const isLimitUnchanged =
    limit?.enabled === current.limits.expires.enabled && limit.date === current.limits.expires.date;
  if (isExpiryUnchanged && !isLimitUnchanged && limit !== undefined) return { ...others, limits: input.limits ?? {} };
  if (isLimitUnchanged && !isExpiryUnchanged && expires !== undefined) return { ...input, limits };
  return input;
}

const readExpiry = (expires: string | null | undefined, pointer: string): Result<string | null | undefined> =>
  typeof expires === 'string' ? readInstant(expires, pointer) : success(expires);

/** When and where the last report of a device arrived; UTC. */
export type LastContact = {
  readonly at: string;
  readonly source: Source;
  /** ms between two reports; absent: there was only one */
  readonly intervalMs?: number;
};

/** The device as the API returns it. `sent`: its usage on the quota date; `now`: ms since 1970. */
export function viewDevice(
  device: Device,
  lastContact: LastContact | undefined,
  sent: DailyUsage,
  now: number,
): DeviceView {
  const { id, name, description, min, tags, expires } = device;
  return {
    id,
    name,
    description,
    min,
    tags,
    expires,
    state: isExpired(device, now) ? 'expired' : 'active',
    limits: {
      expires: { enabled: device.expires !== null, date: device.expires },
      ...channelFields('limitField', (channel) => quotaOf(device, channel)),
    },
    usage: { date: sent.date, ...channelFields('usageField', (channel) => sentUnits(sent, channel)) },
    lastSeen: lastContact?.at ?? null,
    usualInterval: lastContact?.intervalMs === undefined ? null : toSeconds(lastContact.intervalMs),
    source: lastContact?.source ?? null,
  };
}

const toSeconds = (ms: number): number => Math.max(1, Math.round(ms / 1000));
