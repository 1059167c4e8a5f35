import { createCounters, type Protocol } from '../../protocols/protocol.js';
import { isTcpPath } from '../../schema/ports/port-path.js';
import type { PortState, PortStatus } from '../../schema/ports/port.js';
import type { Capture } from '../capture/capture.js';
import { createPortReader, type PortReaderOptions } from '../session/port-reader.js';
import { createReconnector } from './reconnector.js';
import type { PersistentName } from '../linux/persistent-names.js';
import type { LeaseHolder, AcquireLease } from './lease.js';
import type { PortConfig } from '../port-config.js';
import type { OpenPort, Port } from '../transport/serial-port.js';
import type { ReadNodeIdentity } from '../linux/node-identity.js';
import type { FindConflict } from './port-conflicts.js';
import { createStallDetector, type Stall } from './stall-detector.js';
import type { OnMessageOutcome, PortObserver } from '../monitor/observer.js';

/** A port that looks after itself. */
export type ManagedPort = {
  start: () => void;
  /** Resolves when the port is closed and every report handed in is settled. */
  stop: () => Promise<void>;
  status: () => PortStatus;
  /** to one at a time */
  acquireLease: AcquireLease;
  /** Lets `watcher` hear what passes, from now on until what is given back is called. */
  observe: (observer: PortObserver) => () => void;
};

export type ManagedPortOptions = Omit<PortReaderOptions, 'counters' | 'portDeviceId' | 'onChange' | 'onOutcome'> & {
  readonly openPort: OpenPort;
  readonly readNodeIdentity: ReadNodeIdentity;
  readonly readPersistentName: (path: string) => Promise<PersistentName>;
  /** left out where nobody looks */
  readonly findConflict?: FindConflict | undefined;
  readonly capture?: Capture | undefined;
  /** hears that the status is another now, but for what is counted in it */
  readonly onChange?: () => void;
};

/**
 * Reads the port of `config`, and opens it again whenever it is lost, or silent for much longer than it ever was; its
 * counters go on.
 */
export function createManagedPort(options: ManagedPortOptions): ManagedPort {
  const { config, openPort, readNodeIdentity, readPersistentName, gateway, timers, logger, capture, findConflict } =
    options;
  const { onChange = () => undefined } = options;
  const { path } = config;
  const counters = createCounters();
  let state: PortState = 'opening';
  let reason: string | null = null;
  let persistentName: PersistentName = { links: [] };
  let lastFrameAt: string | null = null;
  let openCount = 0;
  let port: Port | undefined;
  let conflict: string | null = null;
  let leaseHolder: LeaseHolder | undefined;
  /** Nobody looks most of the time: then nothing is done for it but to see that there is nobody. */
  const observers = new Set<PortObserver>();
  /** of a port that was silent */
  let closing = Promise.resolve();

  const onOutcome: OnMessageOutcome = (protocol, message, deviceId, receipt) => {
    for (const observer of observers) observer.onOutcome({ protocol, message, deviceId, receipt });
  };

  const portReader = createPortReader({
    ...options,
    counters,
    portDeviceId: () => persistentName.id,
    onChange,
    onOutcome,
  });
  const reconnector = createReconnector({ path, open, readNodeIdentity, timers, onState: setState });
  const stallDetector = createStallDetector({ timers, onStall: reopenStalled });

  function setState(next: PortState, nextReason: string | null): void {
    if (next === state && nextReason === reason) return;
    state = next;
    reason = nextReason;
    const { protocol, baudRate } = portReader.status();
    if (next === 'open') logger.info({ path, protocol, baudRate }, 'port open');
    else logger.warn({ path, reason: nextReason }, `port ${next}`);
    onChange();
  }

  function onChunk(chunk: Uint8Array): void {
    const framesBefore = counters.frames;
    capture?.add('in', chunk);
    if (observers.size > 0) notifyObservers(chunk);
    portReader.onData(chunk);
    leaseHolder?.onData(chunk);
    for (const observer of observers) observer.onCounters(counters);
    if (counters.frames === framesBefore) return;
    stallDetector.activity();
    lastFrameAt = new Date(gateway.now()).toISOString();
  }

  function notifyObservers(chunk: Uint8Array): void {
    const context = { protocol: portReader.protocol(), isLeased: leaseHolder !== undefined, openCount: openCount };
    for (const observer of observers) observer.onData(chunk, context);
  }

  async function open(): Promise<void> {
    persistentName = await readPersistentName(path);
    const opened = await openPort({
      path,
      baudRate: portReader.baudRate(),
      onData: onChunk,
      onClose(nextReason) {
        stallDetector.reset();
        onPortGone();
        reconnector.onLost(nextReason);
      },
    });
    port = capture === undefined ? opened : withCapture(opened, capture);
    if (openCount > 0) counters.reopened += 1;
    openCount += 1;
    portReader.start(port, openCount);
    leaseHolder?.onOpen(portReader.baudRate());
    void checkConflict(port);
  }

  async function checkConflict(opened: Port): Promise<void> {
    const note = (await findConflict?.(path)) ?? null;
    if (port !== opened || note === conflict) return;
    conflict = note;
    if (note !== null) logger.warn({ path, reason: note }, 'the port is shared');
    onChange();
  }

  function onPortGone(): void {
    const wasOpen = port !== undefined;
    port = undefined;
    conflict = null;
    portReader.stop();
    if (wasOpen) leaseHolder?.onClose();
  }

  /** Some drivers lose a device without a word: it may be heard again when it is opened anew. */
  function reopenStalled(stall: Stall): void {
    const stalled = port;
    // Where trackers are changed for others it is silent in between.
    if (stalled === undefined || leaseHolder !== undefined) return;
    onPortGone();
    closing = stalled.close().then(() => {
      reconnector.onLost(`${path}: ${describeStall(stall)}`);
    });
  }

  const acquireLease: AcquireLease = (protocol, holder) => {
    leaseHolder = holder;
    const before = portReader.baudRate();
    portReader.forceProtocol(protocol);
    if (port !== undefined) holder.onOpen(before);
    return {
      isOpen: () => port !== undefined,
      write: (data) => port?.write(data) ?? Promise.reject(new Error(`${path} is not open`)),
      setBaudRate: portReader.setBaudRate,
      baudRates: baudRatesFor(config, protocol, before),
      release() {
        leaseHolder = undefined;
        portReader.restoreProtocol();
        // A port that is listened at finds its speed by itself.
        if (config.baudRate !== undefined) portReader.setBaudRate(config.baudRate).catch(() => undefined);
      },
    };
  };

  return {
    start: reconnector.start,
    acquireLease,
    observe(observer) {
      observers.add(observer);
      observer.onCounters(counters);
      return () => {
        observers.delete(observer);
      };
    },
    async stop() {
      stallDetector.reset();
      await reconnector.stop();
      await closing;
      await port?.close();
      onPortGone();
      await portReader.flush();
      await capture?.close();
    },
    status: () => ({
      path,
      by: [...persistentName.links],
      state,
      reason: state === 'open' ? statusNote() : reason,
      ...portReader.status(),
      deviceId: config.deviceId ?? null,
      counters: { ...counters },
      lastFrameAt,
    }),
  };

  function statusNote(): string | null {
    const stall = stallDetector.current();
    return conflict ?? (stall === undefined ? portReader.statusNote() : describeStall(stall));
  }
}

/** A speed that is configured is the only one; otherwise first the one that the line has. */
function baudRatesFor(
  { path, baudRate }: PortConfig,
  { baudRates }: Protocol,
  present: number | null,
): (number | null)[] {
  if (isTcpPath(path)) return [null];
  return baudRate === undefined ? [...new Set([present, ...baudRates])] : [baudRate];
}

const describeStall = ({ seconds, maxBefore }: Stall): string =>
  `nothing was heard for ${seconds} s, and never nothing for more than ${maxBefore} s before: ` +
  'is the tracker on, and its cable in place?';

/** Writes down what is sent as well. */
const withCapture = (port: Port, capture: Capture): Port => ({
  ...port,
  write(data) {
    capture.add('out', Buffer.from(data));
    return port.write(data);
  },
});
