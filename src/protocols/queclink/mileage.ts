/** What a tracker counts; undefined: not sent. */
export type QueclinkCounters = {
  /** km */
  readonly mileage?: number;
  /** s */
  readonly engineSeconds?: number;
};

/** country, network, area and cell */
const NETWORK_FIELDS = 4;
/** km; always with a fraction, which a battery level or a signal does not have */
const MILEAGE = /^\d{1,7}\.\d{1,3}$/;
/** of the engine: hours, minutes and seconds */
const HOUR_METER = /^(\d{1,7}):([0-5]\d):([0-5]\d)$/;
/** Of newer models: which of up to three more fields precede the mileage. */
const APPEND_MASK = /^[\dA-F]{2}$/;
const APPENDED_BITS = [0, 1, 4];
/** In these, the hour meter is before the mileage. */
const HOUR_METER_FIRST = new Set(['IGN', 'IGF', 'VGN', 'VGF']);

/** `after`: the fields after a position, up to the next one. */
export function readCounters(message: string, after: readonly string[]): QueclinkCounters {
  const [mask = '', ...others] = after.slice(NETWORK_FIELDS);
  // Without a reserved field or mask, the mileage follows the network.
  if (MILEAGE.test(mask)) return toCounters(mask, others[0]);
  const appended = APPEND_MASK.test(mask) ? Number.parseInt(mask, 16) : 0;
  const fields = others.slice(APPENDED_BITS.filter((bit) => ((appended >> bit) & 1) === 1).length);
  const [first, second] = fields;
  return HOUR_METER_FIRST.has(message) ? toCounters(second, first) : toCounters(first, second);
}

function toCounters(mileage = '', hourMeter = ''): QueclinkCounters {
  const [match, hours, minutes, seconds] = HOUR_METER.exec(hourMeter) ?? [];
  return {
    ...(MILEAGE.test(mileage) && { mileage: Number(mileage) }),
    ...(match !== undefined && { engineSeconds: (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds) }),
  };
}
