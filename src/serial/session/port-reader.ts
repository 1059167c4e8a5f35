import type { Result } from '../../errors.js';
import type { GatewayMessage } from '../../messages/message.js';
import { AUTO } from '../../protocols/lookup.js';
import type { Outbound } from '../../protocols/outbound.js';
import type { CommandRefusal, Protocol, ProtocolContext } from '../../protocols/protocol.js';
import type { PortConfig } from '../../schema/config/config.js';
import { isNetworkPath } from '../../schema/ports/port-path.js';
import type { PortStatus } from '../../schema/ports/port.js';
import { portErrors, portNotes } from '../messages.js';
import type { Port } from '../transport/port-types.js';
import { COMMON_BAUD_RATES, createAutodetect, type Autodetect, type Candidate } from './autodetect.js';
import { portContext } from './own-device.js';
import type { PortCommand, PreparedCommand } from './pending-commands.js';
import { createReportedIds, type ReportedIds } from './reported-ids.js';
import {
  createRunning,
  prepareRunningCommand,
  runningNote,
  type Running,
  type RunningOptions,
} from './running-protocol.js';
import { createSessionDriver } from './session-driver.js';

/** The gateway as protocols see it, the same on every port. */
export type GatewayInfo = Omit<ProtocolContext, 'openCount' | 'isBound' | 'mayQuery'>;

/** An open port. `openCount`: which opening of the port this is, from 1 */
export type OpenedPort = { readonly port: Port; readonly openCount: number };

/** Decodes the data of a port, across its openings, and detects its protocol if necessary. */
export type PortReader = {
  /** the speed for the next opening; null where the port has none */
  readonly baudRate: () => number | null;
  readonly start: (opened: OpenedPort) => void;
  readonly onData: (chunk: Uint8Array) => void;
  /** The port was lost or closed. */
  readonly stop: () => void;
  /** The tracker is silent for much longer than before: it may have restarted, or another one may be attached. */
  readonly onSilence: () => void;
  /** Reads the port as this protocol, whatever it receives, until `restoreProtocol`. */
  readonly forceProtocol: (protocol: Protocol) => void;
  /** Returns to the configured protocol, or to detection. */
  readonly restoreProtocol: () => void;
  /** Sets the speed of this and the next opening. Rejects when the device refuses. */
  readonly setBaudRate: (baudRate: number) => Promise<void>;
  /** Encodes a command; `unavailable` while the port is not open, or its protocol not detected. */
  readonly prepareCommand: (
    command: PortCommand,
    write: (data: Outbound) => Promise<void>,
  ) => Result<PreparedCommand, CommandRefusal>;
  /** Passes on or gives up the reports that are held back. Resolves when all reports are settled. */
  readonly flush: () => Promise<unknown>;
  readonly status: () => Pick<PortStatus, 'protocol' | 'baudRate' | 'candidates'>;
  /** undefined during detection */
  readonly protocol: () => Protocol | undefined;
  /** what is wrong although the port is open, with the fix; null when nothing is wrong */
  readonly statusNote: () => GatewayMessage | null;
};

export type PortReaderOptions = RunningOptions & {
  /** undefined while the port is not open */
  readonly opened: () => OpenedPort | undefined;
  readonly gateway: GatewayInfo;
};

/** `autodetect` is undefined while the port is not open. */
type Detecting = { readonly state: 'detecting'; autodetect: Autodetect | undefined };
type ReaderRecord = {
  readonly options: PortReaderOptions;
  readonly isAuto: boolean;
  readonly reportedIds: ReportedIds;
  mode: Detecting | Running;
  baudRate: number | null;
  candidates: readonly Candidate[];
  /** a part of the data was decoded since the opening or the last long silence */
  hasDecoded: boolean;
  /** `counters.bytes` when data was last decoded */
  decodedAtBytes: number;
  /** the flushes and session ends in progress */
  readonly unsettled: Set<Promise<unknown>>;
};

/** After this many bytes that are not decoded, the protocol is detected again: at the start or after a long silence, and later. */
const MAX_NOISE_BYTES_AT_START = 2_048;
const MAX_NOISE_BYTES = 65_536;

export function createPortReader(options: PortReaderOptions): PortReader {
  const { config, protocols } = options;
  const [first, ...others] = protocols;
  const isAuto = others.length > 0;
  const defaultRate = isAuto ? COMMON_BAUD_RATES[0] : first.baudRates[0];
  const reportedIds = createReportedIds(options.onChange);
  const reader: ReaderRecord = {
    options,
    isAuto,
    reportedIds,
    mode: isAuto
      ? { state: 'detecting', autodetect: undefined }
      : createRunning(options, reportedIds, first, 'running'),
    baudRate: isNetworkPath(config.path) ? null : (config.baudRate ?? defaultRate),
    candidates: [],
    hasDecoded: false,
    decodedAtBytes: 0,
    unsettled: new Set(),
  };

  return {
    baudRate: () => reader.baudRate,
    start(opened) {
      reader.hasDecoded = false;
      startMode(reader, opened);
    },
    onData(chunk) {
      onData(reader, chunk);
    },
    stop() {
      endSession(reader);
    },
    onSilence() {
      onSilence(reader);
    },
    forceProtocol(protocol) {
      forceProtocol(reader, protocol);
    },
    restoreProtocol() {
      restoreProtocol(reader);
    },
    async setBaudRate(rate) {
      if (reader.baudRate === null || reader.baudRate === rate) return;
      reader.baudRate = rate;
      options.onChange();
      await options.opened()?.port.setBaudRate(rate);
    },
    prepareCommand: (command, write) => prepareCommand(reader, command, write),
    async flush() {
      flushPipeline(reader);
      await Promise.all(reader.unsettled);
    },
    status: () => statusOf(reader),
    protocol: () => protocolOf(reader),
    statusNote: () => statusNote(reader),
  };
}

function onData(reader: ReaderRecord, chunk: Uint8Array): void {
  const { mode, options } = reader;
  switch (mode.state) {
    case 'detecting':
      mode.autodetect?.onData(chunk);
      return;
    case 'running':
    case 'forced':
      if (mode.driver?.onData(chunk) === true) {
        reader.hasDecoded = true;
        reader.decodedAtBytes = options.counters.bytes;
      } else if (reader.isAuto && mode.state === 'running') {
        redetectOnNoise(reader);
      }
  }
}

function redetectOnNoise(reader: ReaderRecord): void {
  const { config, counters, logger, opened } = reader.options;
  const maxNoise = reader.hasDecoded ? MAX_NOISE_BYTES : MAX_NOISE_BYTES_AT_START;
  if (counters.bytes - reader.decodedAtBytes < maxNoise) return;
  const openedPort = opened();
  if (openedPort === undefined) return;
  logger.info({ path: config.path, protocol: protocolOf(reader)?.name }, 'protocol lost, re-detecting');
  endSession(reader);
  flushPipeline(reader);
  reader.mode = { state: 'detecting', autodetect: undefined };
  startMode(reader, openedPort);
}

function onSilence(reader: ReaderRecord): void {
  const { mode, options } = reader;
  if (mode.state === 'detecting') return;
  reader.hasDecoded = false;
  reader.decodedAtBytes = options.counters.bytes;
  mode.driver?.greet();
}

/** Provisioning knows the protocol of its trackers. */
function forceProtocol(reader: ReaderRecord, protocol: Protocol): void {
  const { mode } = reader;
  if (mode.state !== 'detecting' && mode.protocol === protocol) mode.state = 'forced';
  else restart(reader, createRunning(reader.options, reader.reportedIds, protocol, 'forced'));
}

/** A forced protocol that has decoded data is taken as detected. */
function restoreProtocol(reader: ReaderRecord): void {
  const { mode } = reader;
  if (reader.isAuto && !reader.hasDecoded) restart(reader, { state: 'detecting', autodetect: undefined });
  else if (mode.state === 'forced') mode.state = 'running';
}

/** Starts again in another mode, as after an opening. */
function restart(reader: ReaderRecord, mode: ReaderRecord['mode']): void {
  const { opened, onChange } = reader.options;
  endSession(reader);
  flushPipeline(reader);
  reader.mode = mode;
  reader.hasDecoded = false;
  const openedPort = opened();
  if (openedPort !== undefined) startMode(reader, openedPort);
  onChange();
}

function startMode(reader: ReaderRecord, opened: OpenedPort): void {
  const { mode } = reader;
  if (mode.state === 'detecting') mode.autodetect = startAutodetect(reader, opened);
  else startSession(reader, mode, opened);
}

function startSession(reader: ReaderRecord, running: Running, { port, openCount }: OpenedPort): void {
  const { config, counters, gateway, logger, timers } = reader.options;
  const { protocol, submit } = running;
  reader.decodedAtBytes = counters.bytes;
  running.driver = createSessionDriver({
    path: config.path,
    protocol,
    allowsRawCommands: config.commands === true,
    counters,
    port,
    submit,
    context: { ...gateway, openCount, ...portContext(reader.options, protocol) },
    timers,
    logger,
    onChange: reader.options.onChange,
  });
}

function startAutodetect(reader: ReaderRecord, opened: OpenedPort): Autodetect {
  const { config, protocols, counters, logger, timers, onChange } = reader.options;
  return createAutodetect({
    port: opened.port,
    protocols,
    baudRates: [...new Set([reader.baudRate, ...baudRatesToTry(config)])],
    counters,
    timers,
    onBaudChange(baudRate, ranking) {
      reader.baudRate = baudRate;
      reader.candidates = ranking;
      onChange();
    },
    onDetected({ protocol }, ranking, chunks) {
      const running = createRunning(reader.options, reader.reportedIds, protocol, 'running');
      reader.mode = running;
      reader.candidates = ranking;
      reader.hasDecoded = true;
      logger.info({ path: config.path, ...statusOf(reader) }, 'protocol detected');
      startSession(reader, running, opened);
      for (const chunk of chunks) running.driver?.onData(chunk);
      onChange();
    },
  });
}

function endSession({ mode, unsettled }: ReaderRecord): void {
  if (mode.state === 'detecting') {
    mode.autodetect?.end();
    mode.autodetect = undefined;
    return;
  }
  if (mode.driver !== undefined) track(unsettled, mode.driver.end());
  mode.driver = undefined;
  mode.pendingCommands.end();
}

function prepareCommand(
  { mode, options }: ReaderRecord,
  command: PortCommand,
  write: (data: Outbound) => Promise<void>,
): Result<PreparedCommand, CommandRefusal> {
  const { config } = options;
  if (mode.state === 'detecting') return portErrors.isDetecting({ path: config.path });
  return prepareRunningCommand(mode, config, command, write);
}

function flushPipeline({ mode, unsettled }: ReaderRecord): void {
  if (mode.state !== 'detecting') track(unsettled, mode.pipeline.flush());
}

function track(unsettled: Set<Promise<unknown>>, promise: Promise<unknown>): void {
  unsettled.add(promise);
  void promise.then(() => unsettled.delete(promise));
}

/** null where the port has no speed */
function baudRatesToTry({ path, baudRate }: PortConfig): readonly (number | null)[] {
  if (isNetworkPath(path)) return [null];
  return baudRate === undefined ? COMMON_BAUD_RATES : [baudRate];
}

const protocolOf = ({ mode }: ReaderRecord): Protocol | undefined =>
  mode.state === 'detecting' ? undefined : mode.protocol;

const statusOf = (reader: ReaderRecord): ReturnType<PortReader['status']> => ({
  protocol: protocolOf(reader)?.name ?? AUTO,
  baudRate: reader.baudRate,
  candidates: reader.candidates.map(({ protocol, baudRate, frames, share }) => ({
    protocol: protocol.name,
    baudRate,
    frames,
    share: Math.round(share * 1000) / 1000,
  })),
});

function statusNote({ mode, options }: ReaderRecord): GatewayMessage | null {
  if (mode.state === 'detecting') return portNotes.detecting();
  return runningNote(mode, options);
}
