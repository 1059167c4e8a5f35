import { Counter, Gauge, type Registry } from 'prom-client';
import type { UplinkReading } from '../uplinks/uplinks.js';

export type UplinkMetricsOptions = { readonly uplinks: () => readonly UplinkReading[] };

const seconds = (instant: string | null): number => (instant === null ? Number.NaN : Date.parse(instant) / 1_000);

/** By the suffix of the metric. A time that is not known is NaN. */
const GAUGES: Readonly<Record<string, readonly [help: string, read: (uplink: UplinkReading) => number]>> = {
  enabled: ['1 unless the uplink is switched off.', ({ state }) => Number(state !== 'disabled')],
  connected: ['1 while the uplink is connected to its far side.', ({ connected }) => Number(connected)],
  stopped: ['1 while the uplink waits for the decision of a person.', ({ state }) => Number(state === 'stopped')],
  behind_entries: ['Entries of the log that are not forwarded yet, at most.', ({ behind }) => behind.records],
  oldest_timestamp_seconds: [
    'When the oldest record that is not forwarded was stored; NaN: none is known.',
    ({ behind }) => seconds(behind.oldest),
  ],
  last_acknowledgement_timestamp_seconds: [
    'When the far side last acknowledged a record; NaN: not since the start.',
    ({ lastAcknowledgement }) => seconds(lastAcknowledgement),
  ],
  dead_letters: ['Records that the far side refuses.', ({ deadLetters }) => deadLetters],
  dropped_entries: ['Entries that were gone before they were forwarded.', ({ dropped }) => dropped],
};

const TOTALS: Readonly<Record<string, readonly [help: string, read: (uplink: UplinkReading) => number]>> = {
  acknowledged_records: ['Records that the far side acknowledged.', ({ forwarded }) => forwarded],
  repeated_records: ['Of those, records that it had already, as far as it reports.', ({ repeated }) => repeated],
  refused_records: ['Records that the far side refused.', ({ totals }) => totals.refused],
  sent_bytes: ['Bytes of the JSON of the records sent, with repetitions.', ({ totals }) => totals.bytes],
};

/** The names of uplinks are the label: an administrator chose them, and there are at most eight. */
export function addUplinkMetrics(register: Registry, { uplinks }: UplinkMetricsOptions): void {
  const registers = [register];
  for (const [suffix, [help, read]] of Object.entries(GAUGES)) {
    new Gauge({
      ...{ name: `waypost_uplink_${suffix}`, help, labelNames: ['uplink'], registers },
      collect() {
        this.reset();
        for (const uplink of uplinks()) this.set({ uplink: uplink.name }, read(uplink));
      },
    });
  }
  for (const [suffix, [help, read]] of Object.entries(TOTALS)) {
    new Counter({
      ...{ name: `waypost_uplink_${suffix}_total`, help, labelNames: ['uplink'], registers },
      collect() {
        this.reset();
        for (const uplink of uplinks()) this.inc({ uplink: uplink.name }, read(uplink));
      },
    });
  }
  new Counter({
    name: 'waypost_uplink_sink_total',
    help: 'What else the far side did, by kind, as without_subscribers.',
    labelNames: ['uplink', 'kind'],
    registers,
    collect() {
      this.reset();
      for (const { name, totals } of uplinks())
        for (const [kind, count] of Object.entries(totals.sink)) this.inc({ uplink: name, kind }, count);
    },
  });
}
