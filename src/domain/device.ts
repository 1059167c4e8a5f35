import { failure, success, type Result } from '../errors.js';
import type { Device, DeviceInput, Source } from '../schema/device.js';
import { readInstant } from './instant.js';
import { isExpired } from './licence.js';

/** A device as a client asked for it, with everything left out at its default. */
export function readDevice(input: DeviceInput): Result<Device> {
  const limit = input.limits?.expires;
  if (limit?.enabled === true && typeof limit.date !== 'string') {
    return failure('validation_failed', '/limits/expires/date is missing: a temporary device needs its end');
  }
  const byLimit = readEnd(limit?.enabled === false ? null : limit?.date, '/limits/expires/date');
  if (!byLimit.ok) return byLimit;
  const byField = readEnd(input.expires, '/expires');
  if (!byField.ok) return byField;
  if (byLimit.value !== undefined && byField.value !== undefined && byLimit.value !== byField.value) {
    return failure('validation_failed', '/expires and /limits/expires are one fact and must agree');
  }
  return success({
    id: input.id,
    name: input.name ?? input.id,
    description: input.description ?? '',
    min: input.min ?? '',
    tags: input.tags ?? {},
    expires: byLimit.value ?? byField.value ?? null,
    dailyEmailLimit: input.limits?.dailyEmailLimit ?? null,
    dailySmsLimit: input.limits?.dailySmsLimit ?? null,
  });
}

const readEnd = (end: string | null | undefined, pointer: string): Result<string | null | undefined> =>
  typeof end === 'string' ? readInstant(end, pointer) : success(end);

export type Limits = {
  readonly expires: { readonly enabled: boolean; readonly date: string | null };
  readonly dailyEmailLimit: number | null;
  readonly dailySmsLimit: number | null;
};

/** A device as it is shown: what is kept, and what follows from it at the moment. */
export type DeviceView = Pick<Device, 'id' | 'name' | 'description' | 'min' | 'tags' | 'expires'> & {
  readonly state: 'active' | 'expired';
  readonly limits: Limits;
  readonly usage: { readonly date: string; readonly emails: number; readonly sms: number };
  readonly lastSeen: string | null;
  readonly source: Source | null;
};

export type Seen = { readonly at: string; readonly source: Source };

/** `today`: the local date that the daily counters belong to; `now`: ms since 1970. */
export function viewDevice(device: Device, seen: Seen | undefined, today: string, now: number): DeviceView {
  const { dailyEmailLimit, dailySmsLimit, ...facts } = device;
  return {
    ...facts,
    state: isExpired(device, now) ? 'expired' : 'active',
    limits: {
      expires: { enabled: device.expires !== null, date: device.expires },
      dailyEmailLimit,
      dailySmsLimit,
    },
    usage: { date: today, emails: 0, sms: 0 },
    lastSeen: seen?.at ?? null,
    source: seen?.source ?? null,
  };
}
