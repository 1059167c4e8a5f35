import { Gauge, type Registry } from 'prom-client';
import type { DiskSpace } from '../../disk/space.js';
import type { Store } from '../../store/store.js';
import type { Time } from '../time/time.js';

export type ConditionMetricsOptions = {
  readonly store: { readonly state: Pick<Store['state'], 'unacknowledged'> };
  readonly disk: () => DiskSpace;
  readonly time: Pick<Time, 'quality'>;
};

/** What a person has to look after: the clock, the disk, and alerts without an acknowledgement. */
export function addConditionMetrics(
  register: Registry,
  { store: { state }, disk, time }: ConditionMetricsOptions,
): void {
  const registers = [register];
  // The other metrics are read also where the folder is gone.
  const bytesOf = (part: keyof DiskSpace): number => {
    try {
      return disk()[part];
    } catch {
      return Number.NaN;
    }
  };
  new Gauge({
    ...{ name: 'waypost_clock_trusted', help: '1 while the clock is trusted.', registers },
    collect() {
      this.set(Number(time.quality() !== 'none'));
    },
  });
  new Gauge({
    name: 'waypost_disk_free_bytes',
    help: 'Bytes that the gateway may still write to the file system of the data folder.',
    registers,
    collect() {
      this.set(bytesOf('freeBytes'));
    },
  });
  new Gauge({
    ...{ name: 'waypost_disk_size_bytes', help: 'Size of the file system of the data folder.', registers },
    collect() {
      this.set(bytesOf('totalBytes'));
    },
  });
  new Gauge({
    name: 'waypost_unacknowledged_alerts',
    help: 'Alerts of the last days that need a person and have no acknowledgement.',
    registers,
    collect() {
      this.set(state.unacknowledged.size);
    },
  });
}
