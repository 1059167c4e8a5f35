import type { Logger } from '../../logger.js';
import type { ProtocolContext, Counters, Protocol } from '../../protocols/protocol.js';
import { isTcpPath } from '../../schema/ports/port-path.js';
import type { PortStatus } from '../../schema/ports/port.js';
import { createSessionDriver, type SessionDriver } from './session-driver.js';
import { createAutodetect, COMMON_BAUD_RATES, type Candidate, type Autodetect } from './autodetect.js';
import type { PortConfig } from '../port-config.js';
import type { Port } from '../transport/serial-port.js';
import type { Receive } from '../../domain/report.js';
import { createReportPipeline, type ReportPipeline } from './report-pipeline.js';
import type { Timers } from '../../time/timers.js';
import type { OnMessageOutcome } from '../monitor/observer.js';

/** What every port says of the gateway, if it says anything. */
export type GatewayInfo = Omit<ProtocolContext, 'openCount'>;

/** Understands what comes over a port, opened again and again, once it is known what is spoken. */
export type PortReader = {
  /** with which to open the port; null where the line has none */
  readonly baudRate: () => number | null;
  /** `opening`: which one of the port it is, from 1 */
  readonly start: (port: Port, openCount: number) => void;
  readonly onData: (chunk: Uint8Array) => void;
  /** The port is gone. */
  readonly stop: () => void;
  /** Takes this to be spoken, whatever is heard, until it is told otherwise. */
  readonly forceProtocol: (protocol: Protocol) => void;
  /** What is spoken is as it is configured again. */
  readonly restoreProtocol: () => void;
  /** Goes over to the speed; the next opening has it too. Rejects when the device refuses. */
  readonly setBaudRate: (baudRate: number) => Promise<void>;
  /** Resolves when all that was heard is settled; what is held back is held no longer. */
  readonly flush: () => Promise<unknown>;
  readonly status: () => Pick<PortStatus, 'protocol' | 'baudRate' | 'candidates'>;
  /** undefined until it is known */
  readonly protocol: () => Protocol | undefined;
  /** what is amiss while the port is open, and the way out */
  readonly statusNote: () => string | null;
};

export type PortReaderOptions = {
  readonly config: PortConfig;
  /** those that may be spoken: one, or what is spoken is found out by listening */
  readonly protocols: readonly [Protocol, ...Protocol[]];
  readonly receive: Receive;
  readonly counters: Counters;
  /** by which a device is known that does not say its name */
  readonly portDeviceId: () => string | undefined;
  readonly gateway: GatewayInfo;
  readonly timers: Timers;
  readonly logger: Logger;
  readonly onChange: () => void;
  /** Hears what became of each message. Must not throw. */
  readonly onOutcome: OnMessageOutcome;
};

/** So many bytes that are not understood, and what was found out is doubted: after an opening, and later. */
const MAX_NOISE_BYTES_AFTER_OPEN = 2_048;
const MAX_NOISE_BYTES = 65_536;

/** Those to listen at; null where the line has no speed. */
function baudRatesToTry({ path, baudRate }: PortConfig): readonly (number | null)[] {
  if (isTcpPath(path)) return [null];
  return baudRate === undefined ? COMMON_BAUD_RATES : [baudRate];
}

const roundShare = (share: number): number => Math.round(share * 1000) / 1000;

export function createPortReader(options: PortReaderOptions): PortReader {
  const { config, protocols, counters, portDeviceId, gateway, timers, logger, onChange } = options;
  const { path } = config;
  const [first, ...others] = protocols;
  const isAuto = others.length > 0;
  const rates = baudRatesToTry(config);

  let pipeline = isAuto ? undefined : openPipeline(first);
  let baudRate = isTcpPath(path) ? null : (config.baudRate ?? (isAuto ? COMMON_BAUD_RATES[0] : first.baudRates[0]));
  let candidates: readonly Candidate[] = [];
  let port: Port | undefined;
  let openCount = 0;
  let driver: SessionDriver | undefined;
  let autodetect: Autodetect | undefined;
  let hasUnderstood = false;
  let isForced = false;
  /** bytes that had come when something was understood last */
  let understoodBytes = 0;
  /** what was heard before and is not settled yet */
  const unsettled = new Set<Promise<unknown>>();

  function openPipeline(protocol: Protocol): ReportPipeline {
    return createReportPipeline({
      ...options,
      portDeviceId: protocol.requiresDeviceId ? portDeviceId : () => undefined,
      protocol,
    });
  }

  function track(promise: Promise<unknown>): void {
    unsettled.add(promise);
    void promise.then(() => unsettled.delete(promise));
  }

  function startDriver({ protocol, submit }: ReportPipeline, openedPort: Port): void {
    const context = { ...gateway, openCount };
    understoodBytes = counters.bytes;
    driver = createSessionDriver({ path, protocol, counters, port: openedPort, submit, context, timers, logger });
  }

  function startAutodetect(openedPort: Port): void {
    autodetect = createAutodetect({
      port: openedPort,
      protocols,
      baudRates: [...new Set([baudRate, ...rates])],
      counters,
      timers,
      onBaudChange(rate, ranking) {
        baudRate = rate;
        candidates = ranking;
        onChange();
      },
      onDetected(found, ranking, chunks) {
        autodetect = undefined;
        candidates = ranking;
        hasUnderstood = true;
        pipeline = openPipeline(found.protocol);
        logger.info({ path, ...status() }, 'found out what is spoken on the port');
        startDriver(pipeline, openedPort);
        for (const chunk of chunks) driver?.onData(chunk);
        onChange();
      },
    });
  }

  /** What was found out is doubted when nothing has been understood for long. */
  function redetectOnNoise(): void {
    const maxNoise = hasUnderstood ? MAX_NOISE_BYTES : MAX_NOISE_BYTES_AFTER_OPEN;
    if (
      !isAuto ||
      isForced ||
      pipeline === undefined ||
      port === undefined ||
      counters.bytes - understoodBytes < maxNoise
    )
      return;
    logger.info({ path, protocol: pipeline.protocol.name }, 'what comes over the port is understood no more');
    endSession();
    track(pipeline.flush());
    pipeline = undefined;
    startAutodetect(port);
  }

  function endSession(): void {
    if (driver !== undefined) track(driver.end());
    driver = undefined;
    autodetect?.end();
    autodetect = undefined;
  }

  /** Begins anew, as after an opening, with what is taken to be spoken; without it, it is found out. */
  function restartWith(next: Protocol | undefined): void {
    endSession();
    if (pipeline !== undefined) track(pipeline.flush());
    pipeline = next && openPipeline(next);
    hasUnderstood = false;
    if (port !== undefined && pipeline === undefined) startAutodetect(port);
    else if (port !== undefined && pipeline !== undefined) startDriver(pipeline, port);
    onChange();
  }

  const status: PortReader['status'] = () => ({
    protocol: pipeline?.protocol.name ?? 'auto',
    baudRate,
    candidates: candidates.map(({ protocol, baudRate: rate, frames, share }) => ({
      protocol: protocol.name,
      baudRate: rate,
      frames,
      share: roundShare(share),
    })),
  });

  return {
    baudRate: () => baudRate,
    start(openedPort, count) {
      port = openedPort;
      openCount = count;
      hasUnderstood = false;
      if (pipeline === undefined) startAutodetect(openedPort);
      else startDriver(pipeline, openedPort);
    },
    onData(chunk) {
      if (autodetect !== undefined) autodetect.onData(chunk);
      else if (driver?.onData(chunk) === true) {
        hasUnderstood = true;
        understoodBytes = counters.bytes;
      } else redetectOnNoise();
    },
    stop() {
      port = undefined;
      endSession();
    },
    forceProtocol(protocol) {
      isForced = true;
      if (pipeline?.protocol !== protocol) restartWith(protocol);
    },
    restoreProtocol() {
      isForced = false;
      if (isAuto && !hasUnderstood) restartWith(undefined);
    },
    async setBaudRate(rate) {
      if (baudRate === null || baudRate === rate) return;
      baudRate = rate;
      onChange();
      await port?.setBaudRate(rate);
    },
    async flush() {
      if (pipeline !== undefined) track(pipeline.flush());
      await Promise.all(unsettled);
    },
    status,
    protocol: () => pipeline?.protocol,
    statusNote() {
      if (pipeline === undefined) return 'listening for what is spoken: nothing that is known has been heard yet';
      const { name, requiresDeviceId } = pipeline.protocol;
      if (!requiresDeviceId || config.deviceId !== undefined || portDeviceId() !== undefined) return null;
      return `${name} does not say whose positions they are: give this port a deviceId in serial.ports`;
    },
  };
}
