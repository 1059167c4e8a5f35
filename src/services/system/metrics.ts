import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { PortState, PortStatus } from '../../schema/ports/port.js';
import type { OutboxStatus } from '../../schema/system/health.js';
import { CHANNEL_NAMES, MESSAGE_STATES } from '../../schema/messages/message.js';
import type { WearStatus } from '../../schema/system/disk-wear.js';
import type { Ports } from '../../serial/port/ports.js';
import type { Store } from '../../store/store.js';
import type { LoginThrottle } from '../accounts/login-throttle.js';
import type { Devices } from '../devices/devices.js';

/** One request that was answered; `route` is the pattern of its path, so that there are no more of them than routes. */
export type RequestSample = {
  readonly method: string;
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
};

export type Metrics = {
  readonly recordRequest: (request: RequestSample) => void;
  /** all of them in the text format of Prometheus 0.0.4 */
  readonly text: () => Promise<string>;
};
export const METRICS_TYPE = Registry.PROMETHEUS_CONTENT_TYPE;

export type MetricsOptions = {
  readonly store: Pick<Store, 'status' | 'appended' | 'state'>;
  readonly wear: () => WearStatus;
  readonly ports: Pick<Ports, 'statuses'>;
  readonly devices: Pick<Devices, 'licenses'>;
  readonly attempts: Pick<LoginThrottle, 'failureCount'>;
  readonly outbox: () => OutboxStatus;
  readonly version: string;
};

const DURATION_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
/** The process' own figures need no finer look at its event loop; each look wakes it. */
const LOOP_PRECISION_MS = 50;

const PORT_STATES: readonly PortState[] = ['open', 'opening', 'busy', 'absent', 'error'];
const PORT_COUNTERS: Readonly<Record<keyof PortStatus['counters'], readonly [name: string, help: string]>> = {
  bytes: ['received_bytes_total', 'Bytes heard.'],
  frames: ['frames_total', 'Frames made out in them.'],
  discardedBytes: ['discarded_bytes_total', 'Bytes that were no part of a good frame.'],
  badChecksums: ['bad_checksums_total', 'Frames with a wrong checksum.'],
  rejected: ['rejected_frames_total', 'Good frames whose content was refused.'],
  unknownDevices: ['unknown_devices_total', 'Reports of devices that are not registered.'],
  reopened: ['reopens_total', 'Times the port was opened again.'],
};

/** The figures of this gateway, in registries of its own. All but the duration of a request are read when asked for. */
export function createMetrics(options: MetricsOptions): Metrics {
  const { store, wear, ports, devices, attempts, outbox, version } = options;
  const { quarantine, waiting, settled } = store.state;
  const register = new Registry();
  const registers = [register];
  // The library never lets go of what watches the process: it must not hold the rest.
  const processRegistry = new Registry();
  collectDefaultMetrics({ register: processRegistry, eventLoopMonitoringPrecision: LOOP_PRECISION_MS });

  const duration = new Histogram({
    name: 'waypost_http_request_duration_seconds',
    help: 'Time from the headers of a request to its answer.',
    labelNames: ['method', 'route', 'status'],
    buckets: DURATION_BUCKETS,
    registers,
  });

  function gauge(name: string, help: string, read: () => number): void {
    new Gauge({
      name: `waypost_${name}`,
      help,
      registers,
      collect() {
        this.set(read());
      },
    });
  }

  /** A count that is kept elsewhere. */
  function counter(name: string, help: string, read: () => number): void {
    new Counter({
      name: `waypost_${name}`,
      help,
      registers,
      collect() {
        this.reset();
        this.inc(read());
      },
    });
  }

  function portCounter(name: string, help: string, read: (port: PortStatus) => number): void {
    new Counter({
      name: `waypost_serial_port_${name}`,
      help,
      labelNames: ['path'],
      registers,
      collect() {
        this.reset();
        for (const port of ports.statuses()) this.inc({ path: port.path }, read(port));
      },
    });
  }

  gauge('store_last_entry', 'Number of the last entry of the log.', () => store.status().entries);
  gauge('store_size_bytes', 'Bytes of the log on disk.', () => store.status().bytes);
  gauge('store_segments', 'Segments of the log.', () => store.status().segments);
  gauge('store_writable', '1 while entries can be appended.', () => Number(store.status().writable));
  gauge('store_losses', 'Losses found since the start.', () => store.status().losses.length);
  counter('store_appended_entries_total', 'Entries made durable.', () => store.appended().entries);
  counter('store_appended_bytes_total', 'Bytes of entries made durable.', () => store.appended().bytes);
  counter('store_records_total', 'Locations and alerts made durable.', () => wear().records);
  counter('store_syncs_total', 'Syncs that had something to write.', () => wear().syncs);
  counter(
    'store_card_bytes_total',
    'What a card is written by it: pages and journal, estimated.',
    () => wear().cardBytes,
  );
  new Counter({
    name: 'waypost_store_written_bytes_total',
    help: 'Bytes handed to the file system.',
    labelNames: ['kind'],
    registers,
    collect() {
      this.reset();
      for (const [kind, bytes] of Object.entries(wear().bytes)) this.inc({ kind }, bytes);
    },
  });
  new Counter({
    name: 'waypost_block_written_bytes_total',
    help: 'Bytes this process has had written to block devices, as Linux counts them; no line where it does not.',
    registers,
    collect() {
      this.reset();
      const bytes = wear().blockBytes;
      if (bytes === null) this.remove();
      else this.inc(bytes);
    },
  });
  gauge('licenses', 'Licences there are.', () => devices.licenses().total);
  gauge('licenses_used', 'Licences in use by devices that are not expired.', () => devices.licenses().used);
  gauge('unknown_devices', 'Ids heard that are not registered.', () => quarantine.devices.size);
  gauge('quarantined_records', 'Records kept of them.', () => quarantine.records);
  counter('quarantine_dropped_records_total', 'Records of them that had to go.', () => quarantine.dropped);
  counter('sign_in_failures_total', 'Wrong pairs of user name and API key.', () => attempts.failureCount());

  for (const [counted, [name, help]] of Object.entries(PORT_COUNTERS)) {
    portCounter(name, help, ({ counters }) => counters[counted as keyof PortStatus['counters']]);
  }
  new Gauge({
    name: 'waypost_serial_port_state',
    help: '1 at the state the port is in.',
    labelNames: ['path', 'state'],
    registers,
    collect() {
      for (const { path, state } of ports.statuses()) {
        for (const one of PORT_STATES) this.set({ path, state: one }, Number(one === state));
      }
    },
  });
  new Gauge({
    name: 'waypost_channel_ready',
    help: '1 while messages can be sent by the channel.',
    labelNames: ['channel'],
    registers,
    collect() {
      for (const { name, state } of outbox().channels) this.set({ channel: name }, Number(state === 'ready'));
    },
  });
  new Gauge({
    name: 'waypost_messages',
    help: 'Messages of the outbox by what has become of them; of those that have ended the last are kept.',
    labelNames: ['channel', 'state'],
    registers,
    collect() {
      for (const channel of CHANNEL_NAMES) for (const state of MESSAGE_STATES) this.set({ channel, state }, 0);
      for (const kept of [waiting, settled])
        for (const { channel, state } of kept.values()) this.inc({ channel, state });
    },
  });
  new Gauge({
    name: 'waypost_build_info',
    help: 'Always 1; its label is the version.',
    labelNames: ['version'],
    registers,
  }).set({ version }, 1);

  return {
    recordRequest: ({ seconds, ...labels }) => {
      duration.observe(labels, seconds);
    },
    text: async () => `${await register.metrics()}\n${await processRegistry.metrics()}`,
  };
}
