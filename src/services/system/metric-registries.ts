import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client';
import { COMMAND_STATES } from '../../schema/commands/command.js';
import { CHANNEL_NAMES, MESSAGE_STATES, SUPPRESSED_REASONS } from '../../schema/messages/message.js';
import { LISTENER_REFUSALS } from '../../schema/ports/listener.js';
import type { WearStatus } from '../../schema/system/disk-wear.js';
import type { Ports } from '../../serial/port/ports.js';
import type { Store } from '../../store/store.js';
import { REFUSAL_KINDS } from '../../domain/refusals.js';
import type { LoginThrottle } from '../accounts/login-throttle.js';
import type { Devices } from '../devices/devices.js';
import type { Outbox } from '../outbox/outbox.js';
import { addConditionMetrics, type ConditionMetricsOptions } from './condition-metrics.js';
import { addRuleMetrics, type RuleMetricsOptions } from './rule-metrics.js';
import { addUplinkMetrics, type UplinkMetricsOptions } from './uplink-metrics.js';
import { PORT_PARTS, PORT_STATES, PORT_TOTALS } from './port-metrics.js';
import type { Refusals } from './refusals.js';

export type MetricsOptions = Pick<RuleMetricsOptions, 'ruleTotals'> &
  UplinkMetricsOptions &
  Pick<ConditionMetricsOptions, 'disk' | 'time'> & {
    readonly store: Pick<Store, 'status' | 'appendTotals' | 'state'>;
    readonly wear: () => WearStatus;
    readonly ports: Pick<Ports, 'statuses'>;
    readonly devices: Pick<Devices, 'licenses'>;
    readonly loginThrottle: Pick<LoginThrottle, 'failureCount'>;
    readonly refusals: Pick<Refusals, 'count'>;
    readonly outbox: Pick<Outbox, 'status' | 'suppressedCount'>;
    readonly version: string;
  };

/** Each sample of the event loop wakes the process, so it is coarse. */
export const LOOP_PRECISION_MS = 50;

/** The suffix is for counters: `promtool check metrics` refuses these. The same gauges exist by kind, without it. */
const MISNAMED_GAUGES = ['handles', 'requests', 'resources'].map((what) => `nodejs_active_${what}_total`);

/** Everything that is read on request, in registries of its own. Resolves with the text format of Prometheus 0.0.4. */
export function createMetricRegistries(options: MetricsOptions): () => Promise<string> {
  const register = new Registry();
  // Separate, because prom-client keeps its process metrics forever, and they must not keep the store in memory.
  const processRegistry = new Registry();
  collectDefaultMetrics({ register: processRegistry, eventLoopMonitoringPrecision: LOOP_PRECISION_MS });
  for (const name of MISNAMED_GAUGES) processRegistry.removeSingleMetric(name);
  addStoreMetrics(register, options);
  addWriteMetrics(register, options);
  addDeviceMetrics(register, options);
  // Read once for all metrics of a response: a listener adds up thousands of connections each time.
  let statuses: ReturnType<Ports['statuses']> | undefined;
  const ports = { statuses: () => (statuses ??= options.ports.statuses()) };
  addPortMetrics(register, { ...options, ports });
  addListenerMetrics(register, { ...options, ports });
  addMessageMetrics(register, options);
  addSuppressedMetrics(register, options);
  addRefusalMetrics(register, options);
  addRuleMetrics(register, options);
  addConditionMetrics(register, options);
  let uplinks: ReturnType<MetricsOptions['uplinks']> | undefined;
  addUplinkMetrics(register, { uplinks: () => (uplinks ??= options.uplinks()) });
  new Gauge({
    name: 'waypost_build_info',
    help: 'Always 1; its label is the version.',
    labelNames: ['version'],
    registers: [register],
  }).set({ version: options.version }, 1);

  return async () => {
    statuses = undefined;
    uplinks = undefined;
    return `${await register.metrics()}\n${await processRegistry.metrics()}`;
  };
}

function addGauge(register: Registry, name: string, help: string, read: () => number): void {
  new Gauge({
    name: `waypost_${name}`,
    help,
    registers: [register],
    collect() {
      this.set(read());
    },
  });
}

/** A counter whose value is kept elsewhere. */
function addCounter(register: Registry, name: string, help: string, read: () => number): void {
  new Counter({
    name: `waypost_${name}`,
    help,
    registers: [register],
    collect() {
      this.reset();
      this.inc(read());
    },
  });
}

function addStoreMetrics(register: Registry, { store }: MetricsOptions): void {
  addGauge(register, 'store_last_entry', 'Number of the last entry of the log.', () => store.status().entries);
  addGauge(register, 'store_size_bytes', 'Bytes of the log on disk.', () => store.status().bytes);
  addGauge(register, 'store_segments', 'Segments of the log.', () => store.status().segments);
  addGauge(register, 'store_writable', '1 while entries can be appended.', () => Number(store.status().writable));
  addGauge(register, 'store_losses', 'Losses found since the start.', () => store.status().losses.length);
  addCounter(register, 'store_appended_entries_total', 'Entries made durable.', () => store.appendTotals().entries);
  addCounter(
    register,
    'store_appended_bytes_total',
    'Bytes of entries made durable.',
    () => store.appendTotals().bytes,
  );
}

function addWriteMetrics(register: Registry, { wear }: MetricsOptions): void {
  addCounter(register, 'store_records_total', 'Locations and alerts made durable.', () => wear().records);
  addCounter(register, 'store_syncs_total', 'Syncs that had data to write.', () => wear().syncs);
  addCounter(
    register,
    'store_card_bytes_total',
    'Estimated bytes written to an SD card: pages and journal.',
    () => wear().cardBytes,
  );
  new Counter({
    name: 'waypost_store_written_bytes_total',
    help: 'Bytes written to the file system.',
    labelNames: ['kind'],
    registers: [register],
    collect() {
      this.reset();
      for (const [kind, bytes] of Object.entries(wear().bytes)) this.inc({ kind }, bytes);
    },
  });
  new Counter({
    name: 'waypost_block_written_bytes_total',
    help: 'Bytes that this process has written to block devices, as counted by Linux; absent if it does not count them.',
    registers: [register],
    collect() {
      this.reset();
      const bytes = wear().blockBytes;
      if (bytes === null) this.remove();
      else this.inc(bytes);
    },
  });
}

function addDeviceMetrics(register: Registry, { store, devices, loginThrottle }: MetricsOptions): void {
  const { quarantine } = store.state;
  addGauge(register, 'licenses', 'Total licenses.', () => devices.licenses().total);
  addGauge(register, 'licenses_used', 'Licenses used by devices that are not expired.', () => devices.licenses().used);
  addGauge(register, 'unknown_devices', 'Ids that sent reports and are not registered.', () => quarantine.devices.size);
  addGauge(register, 'quarantined_records', 'Records of unknown devices in quarantine.', () => quarantine.records);
  addCounter(
    register,
    'quarantine_dropped_records_total',
    'Records dropped because the quarantine was full.',
    () => quarantine.dropped,
  );
  addCounter(register, 'sign_in_failures_total', 'Failed sign-ins.', () => loginThrottle.failureCount());
}

function addPortMetrics(register: Registry, { ports }: MetricsOptions): void {
  for (const [counter, [name, help]] of Object.entries(PORT_TOTALS)) {
    new Counter({
      name: `waypost_serial_port_${name}`,
      help,
      labelNames: ['path'],
      registers: [register],
      collect() {
        this.reset();
        for (const { path, counters } of ports.statuses())
          this.inc({ path }, counters[counter as keyof typeof PORT_TOTALS]);
      },
    });
  }
  for (const { name, help, partsOf } of PORT_PARTS) {
    new Counter({
      name: `waypost_serial_port_${name}`,
      help,
      labelNames: ['path', 'part'],
      registers: [register],
      collect() {
        this.reset();
        for (const { path, counters } of ports.statuses()) {
          for (const [part, count] of Object.entries(partsOf(counters))) this.inc({ path, part }, count);
        }
      },
    });
  }
  new Gauge({
    name: 'waypost_serial_port_held_bytes',
    help: 'Bytes that wait for the rest of their frame.',
    labelNames: ['path'],
    registers: [register],
    collect() {
      this.reset();
      for (const { path, counters } of ports.statuses()) this.set({ path }, counters.bytesBy.held);
    },
  });
  new Gauge({
    name: 'waypost_serial_port_state',
    help: '1 for the current state of the port, 0 for the other states.',
    labelNames: ['path', 'state'],
    registers: [register],
    collect() {
      for (const { path, state } of ports.statuses()) {
        for (const candidate of PORT_STATES) this.set({ path, state: candidate }, Number(candidate === state));
      }
    },
  });
}

function addListenerMetrics(register: Registry, { ports }: MetricsOptions): void {
  const listeners = () =>
    ports.statuses().flatMap(({ path, listener }) => (listener === undefined ? [] : [{ path, ...listener }]));
  new Gauge({
    name: 'waypost_listener_connections',
    help: 'Open connections of the listener; of a UDP listener, its recent senders.',
    labelNames: ['path'],
    registers: [register],
    collect() {
      for (const { path, connections } of listeners()) this.set({ path }, connections);
    },
  });
  new Counter({
    name: 'waypost_listener_refused_total',
    help: 'What the listener refused or closed, by reason.',
    labelNames: ['path', 'reason'],
    registers: [register],
    collect() {
      this.reset();
      // Also the reasons that did not occur yet: the first refusal is an increase only if the series is there before.
      for (const { path, refused } of listeners()) {
        for (const reason of Object.keys(LISTENER_REFUSALS)) this.inc({ path, reason }, refused[reason] ?? 0);
      }
    },
  });
  new Counter({
    name: 'waypost_listener_conflicts_total',
    help: 'Reports of an id that another address had reported shortly before.',
    labelNames: ['path'],
    registers: [register],
    collect() {
      this.reset();
      for (const { path, conflicts } of listeners()) this.inc({ path }, conflicts);
    },
  });
}

function addMessageMetrics(register: Registry, { store, outbox }: MetricsOptions): void {
  const { outbox: queued, finishedMessages, commands, finishedCommands } = store.state;
  new Gauge({
    name: 'waypost_commands',
    help: 'Commands to trackers by state; of the finished commands only the latest are kept.',
    labelNames: ['state'],
    registers: [register],
    collect() {
      for (const state of COMMAND_STATES) this.set({ state }, 0);
      for (const all of [commands, finishedCommands]) for (const { state } of all.values()) this.inc({ state });
    },
  });
  new Gauge({
    name: 'waypost_channel_ready',
    help: '1 while the channel can send messages.',
    labelNames: ['channel'],
    registers: [register],
    collect() {
      for (const { name, state } of outbox.status().channels) this.set({ channel: name }, Number(state === 'ready'));
    },
  });
  new Gauge({
    name: 'waypost_messages',
    help: 'Messages of the outbox by state; of the finished messages only the latest are kept.',
    labelNames: ['channel', 'state'],
    registers: [register],
    collect() {
      for (const channel of CHANNEL_NAMES) for (const state of MESSAGE_STATES) this.set({ channel, state }, 0);
      for (const messages of [queued, finishedMessages]) {
        for (const { channel, state } of messages.values()) this.inc({ channel, state });
      }
    },
  });
}

function addSuppressedMetrics(register: Registry, { outbox }: MetricsOptions): void {
  new Counter({
    name: 'waypost_messages_suppressed_total',
    help: 'Messages stored without sending them, by reason.',
    labelNames: ['reason'],
    registers: [register],
    collect() {
      this.reset();
      for (const reason of SUPPRESSED_REASONS) this.inc({ reason }, outbox.suppressedCount(reason));
    },
  });
}

function addRefusalMetrics(register: Registry, { refusals }: MetricsOptions): void {
  new Counter({
    name: 'waypost_refusals_total',
    help: 'What was refused to protect the gateway, by kind.',
    labelNames: ['kind'],
    registers: [register],
    collect() {
      this.reset();
      for (const kind of REFUSAL_KINDS) this.inc({ kind }, refusals.count(kind));
    },
  });
}
