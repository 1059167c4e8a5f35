import { success, type Result } from '../../errors.js';
import type { Logger } from '../../logger.js';
import { english } from '../../messages/english.js';
import type { GatewayMessage } from '../../messages/message.js';
import { withText } from '../../messages/with-text.js';
import type { Receive } from '../../domain/report.js';
import type { Outbound } from '../../protocols/outbound.js';
import { createCounters, type CommandRefusal, type Counters, type Protocol } from '../../protocols/protocol.js';
import type { PortConfig } from '../../schema/config/config.js';
import type { PortState, PortStatus } from '../../schema/ports/port.js';
import type { Timers } from '../../time/clock.js';
import type { Capture } from '../capture/capture.js';
import { withCapture } from '../capture/captured-port.js';
import type { ReadNodeIdentity } from '../linux/node-identity.js';
import type { PersistentName } from '../linux/persistent-names.js';
import { commandResults, portErrors } from '../messages.js';
import type { PortObserver } from '../monitor/observer.js';
import { createPortReader, type GatewayInfo, type OpenedPort, type PortReader } from '../session/port-reader.js';
import { addCommandSecrets } from '../capture/command-secrets.js';
import { notWritten, type PortCommand, type PreparedCommand } from '../session/pending-commands.js';
import type { OpenPort, Port } from '../transport/port-types.js';
import { countersView } from './counters-view.js';
import { baudRatesFor, type Lease, type LeaseHolder } from './lease.js';
import { createConflictWatch, type ConflictWatch, type FindConflict } from './port-conflicts.js';
import { createReconnector, type Reconnector } from './reconnector.js';
import {
  createStallDetector,
  describeLostStall,
  describeStall,
  type Stall,
  type StallDetector,
} from './stall-detector.js';

/** What a port is doing, without what it is called and set to. */
export type PortActivity = Omit<PortStatus, 'name' | 'source' | 'settings'>;

/** A port that reopens itself. */
export type ManagedPort = {
  start: () => void;
  /** Resolves when the port is closed and every submitted report is settled. */
  stop: () => Promise<void>;
  status: () => PortActivity;
  isLeased: () => boolean;
  /** Leases the port to `holder` and reads it as `protocol` meanwhile; only while it is not leased. */
  acquireLease: (protocol: Protocol, holder: LeaseHolder) => Lease;
  /** Encodes a command; `unavailable` while the port is not open or in provisioning. */
  prepareCommand: (command: PortCommand) => Result<PreparedCommand, CommandRefusal>;
  /** Adds an observer of the port's data until the returned function is called. */
  observe: (observer: PortObserver) => () => void;
};

export type ManagedPortOptions = {
  readonly config: PortConfig;
  /** the possible protocols; more than one starts protocol detection */
  readonly protocols: readonly [Protocol, ...Protocol[]];
  readonly receive: Receive;
  readonly gateway: GatewayInfo;
  readonly timers: Timers;
  readonly logger: Logger;
  readonly openPort: OpenPort;
  readonly readNodeIdentity: ReadNodeIdentity;
  readonly readPersistentName: (path: string) => Promise<PersistentName>;
  /** left out where conflicts are not looked for */
  readonly findConflict?: FindConflict | undefined;
  readonly capture?: Capture | undefined;
  /** called when the status has changed, except for its counters */
  readonly onChange?: () => void;
};

type PortRecord = {
  readonly options: ManagedPortOptions;
  readonly onChange: () => void;
  readonly counters: Counters;
  readonly portReader: PortReader;
  readonly reconnector: Reconnector;
  readonly stallDetector: StallDetector;
  /** usually empty: then the only work is this check */
  readonly observers: Set<PortObserver>;
  state: PortState;
  reason: GatewayMessage | null;
  persistentName: PersistentName;
  lastFrameAt: string | null;
  /** received after the last frame */
  bytesSinceFrame: number;
  /** how often the port was opened since the start */
  openCount: number;
  /** undefined while the port is not open; `uncaptured`: the same port without capture */
  opened: (OpenedPort & { readonly uncaptured: Port }) | undefined;
  /** match the texts of the last commands: a tracker may send them back */
  readonly secrets: RegExp[];
  readonly conflictWatch: ConflictWatch;
  leaseHolder: LeaseHolder | undefined;
  /** the check of a silent port in progress, and its close */
  checking: Promise<void>;
};

/**
 * Reads the port of `config` and reopens it when it is lost. A port that is silent for much longer than ever before stays
 * open, unless its device is gone: what a tracker sends while its port is closed is lost. The counters continue across
 * openings.
 */
export function createManagedPort(options: ManagedPortOptions): ManagedPort {
  const { config, protocols, receive, readNodeIdentity, gateway, timers, logger, onChange = () => undefined } = options;
  const counters = createCounters();
  const port: PortRecord = {
    options,
    onChange,
    counters,
    portReader: createPortReader({
      config,
      protocols,
      receive,
      counters,
      portDeviceId: () => port.persistentName.id,
      opened: () => port.opened,
      gateway,
      timers,
      logger,
      onChange,
      onOutcome(protocol, message, deviceId, receipt) {
        for (const observer of port.observers) observer.onOutcome({ protocol, message, deviceId, receipt });
      },
    }),
    reconnector: createReconnector({
      path: config.path,
      open: () => open(port),
      readNodeIdentity,
      timers,
      onState(state, reason) {
        setState(port, state, reason);
      },
    }),
    stallDetector: createStallDetector({
      timers,
      onStall(stall) {
        port.checking = onStall(port, stall);
      },
    }),
    observers: new Set(),
    state: 'opening',
    reason: null,
    persistentName: { links: [] },
    lastFrameAt: null,
    bytesSinceFrame: 0,
    openCount: 0,
    opened: undefined,
    secrets: options.capture?.commandSecrets ?? [],
    conflictWatch: createConflictWatch({
      path: config.path,
      findConflict: options.findConflict,
      timers,
      logger,
      onChange,
    }),
    leaseHolder: undefined,
    checking: Promise.resolve(),
  };

  return {
    start: port.reconnector.start,
    stop: () => stop(port),
    status: () => statusOf(port),
    isLeased: () => port.leaseHolder !== undefined,
    acquireLease: (protocol, holder) => acquireLease(port, protocol, holder),
    prepareCommand: (command) => prepareCommand(port, command),
    observe(observer) {
      port.observers.add(observer);
      observer.onCounters(counters);
      return () => {
        port.observers.delete(observer);
      };
    },
  };
}

async function open(port: PortRecord): Promise<void> {
  const { config, openPort, readPersistentName, capture } = port.options;
  const { path } = config;
  port.persistentName = await readPersistentName(path);
  const opened = await openPort({
    path,
    baudRate: port.portReader.baudRate(),
    onData(chunk) {
      onData(port, chunk);
    },
    onClose(reason) {
      port.stallDetector.reset();
      onPortGone(port);
      port.reconnector.onLost(reason);
    },
  });
  if (port.openCount > 0) port.counters.reopened += 1;
  port.openCount += 1;
  port.opened = {
    port: capture === undefined ? opened : withCapture(opened, capture),
    uncaptured: opened,
    openCount: port.openCount,
  };
  port.portReader.start(port.opened);
  port.leaseHolder?.onOpen(port.portReader.baudRate());
  port.conflictWatch.start();
}

function onData(port: PortRecord, chunk: Uint8Array): void {
  const { counters, observers, options } = port;
  const framesBefore = counters.frames;
  options.capture?.add('in', chunk);
  if (observers.size > 0) notifyObservers(port, chunk);
  port.portReader.onData(chunk);
  port.leaseHolder?.onData(chunk);
  for (const observer of observers) observer.onCounters(counters);
  port.bytesSinceFrame += chunk.length;
  if (counters.frames === framesBefore) return;
  const wasStalled = port.stallDetector.current() !== undefined;
  port.bytesSinceFrame = 0;
  port.stallDetector.activity();
  port.lastFrameAt = new Date(options.gateway.now()).toISOString();
  if (wasStalled) port.onChange();
}

function notifyObservers(port: PortRecord, chunk: Uint8Array): void {
  const { observers, portReader, leaseHolder, openCount, secrets: ownSecrets } = port;
  const isLeased = leaseHolder !== undefined;
  const context = { protocol: portReader.protocol(), isLeased, openCount, commandSecrets: ownSecrets };
  for (const observer of observers) observer.onData(chunk, context);
}

function onPortGone(port: PortRecord): void {
  const wasOpen = port.opened !== undefined;
  port.opened = undefined;
  port.conflictWatch.stop();
  port.portReader.stop();
  if (wasOpen) port.leaseHolder?.onClose();
}

/** A silent port is reopened only if its device is gone: some drivers and networks lose a device without an error. */
async function onStall(port: PortRecord, stall: Stall): Promise<void> {
  const { opened, leaseHolder, options } = port;
  // During provisioning, trackers are exchanged, with silence in between.
  if (opened === undefined || leaseHolder !== undefined) return;
  const { path } = options.config;
  if (stall.isFirst) options.logger.warn({ path, reason: english(describeStall(stall)) }, 'port silent');
  port.onChange();
  const isAlive = await opened.port.isAlive();
  const isStillSilent = port.stallDetector.current() !== undefined && opened.port.isIdle();
  if (port.opened !== opened || !isStillSilent || port.leaseHolder !== undefined) return;
  if (isAlive) {
    const baudRate = port.portReader.baudRate();
    // Noise: another program may have set another speed.
    if (baudRate !== null && port.bytesSinceFrame > 0) await opened.port.setBaudRate(baudRate).catch(() => undefined);
    port.portReader.onSilence();
    return;
  }
  onPortGone(port);
  await opened.port.close();
  port.reconnector.onLost(describeLostStall(path, stall));
}

function setState(port: PortRecord, state: PortState, reason: GatewayMessage | null): void {
  port.state = state;
  port.reason = reason;
  const { path } = port.options.config;
  const { protocol, baudRate } = port.portReader.status();
  if (state === 'open') port.options.logger.info({ path, protocol, baudRate }, 'port open');
  else port.options.logger.warn({ path, reason: reason && english(reason) }, `port ${state}`);
  port.onChange();
}

function acquireLease(port: PortRecord, protocol: Protocol, holder: LeaseHolder): Lease {
  const { portReader, options } = port;
  const { path, baudRate } = options.config;
  const rateBefore = portReader.baudRate();
  port.leaseHolder = holder;
  portReader.forceProtocol(protocol);
  if (port.opened !== undefined) holder.onOpen(rateBefore);
  return {
    isOpen: () => port.opened !== undefined,
    openCount: () => port.openCount,
    write: (data) => port.opened?.port.write(data) ?? Promise.reject(new Error(`${path} is not open`)),
    setBaudRate: portReader.setBaudRate,
    baudRates: baudRatesFor(options.config, protocol, rateBefore),
    release() {
      port.leaseHolder = undefined;
      portReader.restoreProtocol();
      // Without a configured speed, protocol detection finds the speed.
      if (baudRate !== undefined) portReader.setBaudRate(baudRate).catch(() => undefined);
    },
  };
}

function prepareCommand(port: PortRecord, command: PortCommand): Result<PreparedCommand, CommandRefusal> {
  const { path } = port.options.config;
  if (port.leaseHolder !== undefined) return portErrors.inProvisioning({ path });
  const { opened } = port;
  if (opened === undefined) return portErrors.notOpen({ path });
  const prepared = port.portReader.prepareCommand(command, (data) =>
    writeCommand(port, opened.uncaptured, command, data),
  );
  if (!prepared.ok) return prepared;
  return success({
    ...prepared.value,
    send: () =>
      port.leaseHolder === undefined
        ? prepared.value.send()
        : Promise.resolve(notWritten(commandResults.inProvisioning({ path }))),
  });
}

/** A command can contain a password: the capture gets stars instead. */
function writeCommand(port: PortRecord, target: Port, { bytes }: PortCommand, data: Outbound): Promise<void> {
  const { capture } = port.options;
  const sent = Buffer.from(data);
  addCommandSecrets(port.secrets, [bytes, sent]);
  capture?.add('out', Buffer.alloc(sent.length, '*'));
  return target.write(sent);
}

async function stop(port: PortRecord): Promise<void> {
  port.stallDetector.reset();
  await port.reconnector.stop();
  await port.checking;
  await port.opened?.port.close();
  onPortGone(port);
  await port.portReader.flush();
  await port.options.capture?.close();
}

function statusOf(port: PortRecord): PortActivity {
  const { path, deviceId } = port.options.config;
  return {
    path,
    by: [...port.persistentName.links],
    state: port.state,
    ...withText('reason', port.state === 'open' ? statusNote(port) : port.reason),
    ...port.portReader.status(),
    deviceId: deviceId ?? null,
    counters: countersView(port.counters),
    lastFrameAt: port.lastFrameAt,
  };
}

const statusNote = ({ conflictWatch, stallDetector, portReader }: PortRecord): GatewayMessage | null =>
  conflictWatch.current() ?? stallDetector.note() ?? portReader.statusNote();
