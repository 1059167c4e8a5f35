import { noCounters, type Protocol } from '../protocols/protocol.js';
import { isTcpPath } from '../schema/port-path.js';
import type { PortState, PortStatus } from '../schema/port.js';
import type { Capture } from './capture.js';
import { createHearing, type HearingParts } from './hearing.js';
import { createKeeper } from './keeper.js';
import type { Naming } from './machine/names.js';
import type { Borrower, Lend } from './lease.js';
import type { PortConfig } from './port-config.js';
import type { OpenPort, Port } from './port.js';
import type { Identify } from './machine/presence.js';
import type { Sharing } from './sharing.js';
import { createSilence, type Lasting } from './silence.js';
import type { OnSettled, Watcher } from './watching/watcher.js';

/** A port that looks after itself. */
export type Link = {
  start: () => void;
  /** Resolves when the port is closed and every report handed in is settled. */
  stop: () => Promise<void>;
  status: () => PortStatus;
  /** to one at a time */
  lend: Lend;
  /** Lets `watcher` hear what passes, from now on until what is given back is called. */
  watch: (watcher: Watcher) => () => void;
};

export type LinkParts = Omit<HearingParts, 'counters' | 'nameOfPort' | 'onChange' | 'onSettled'> & {
  readonly openPort: OpenPort;
  readonly identify: Identify;
  readonly namingOf: (path: string) => Promise<Naming>;
  /** left out where nobody looks */
  readonly sharing?: Sharing | undefined;
  readonly capture?: Capture | undefined;
  /** hears that the status is another now, but for what is counted in it */
  readonly onChange?: () => void;
};

/**
 * Reads the port of `config`, and opens it again whenever it is lost, or silent for much longer than it ever was; its
 * counters go on.
 */
export function createLink(parts: LinkParts): Link {
  const { config, openPort, identify, namingOf, gateway, timers, logger, capture, sharing } = parts;
  const { onChange = () => undefined } = parts;
  const { path } = config;
  const counters = noCounters();
  let state: PortState = 'opening';
  let reason: string | null = null;
  let naming: Naming = { by: [] };
  let lastFrameAt: string | null = null;
  let openings = 0;
  let port: Port | undefined;
  let shared: string | null = null;
  let borrower: Borrower | undefined;
  /** Nobody looks most of the time: then nothing is done for it but to see that there is nobody. */
  const watchers = new Set<Watcher>();
  /** of a port that was silent */
  let closing = Promise.resolve();

  const onSettled: OnSettled = (protocol, message, deviceId, receipt) => {
    for (const watcher of watchers) watcher.settled({ protocol, message, deviceId, receipt });
  };

  const hearing = createHearing({ ...parts, counters, nameOfPort: () => naming.id, onChange, onSettled });
  const keeper = createKeeper({ path, open, identify, timers, tell });
  const silence = createSilence({ timers, onSilence: reopen });

  function tell(next: PortState, why: string | null): void {
    if (next === state && why === reason) return;
    state = next;
    reason = why;
    const { protocol, baudRate } = hearing.status();
    if (next === 'open') logger.info({ path, protocol, baudRate }, 'port open');
    else logger.warn({ path, reason: why }, `port ${next}`);
    onChange();
  }

  function hear(chunk: Uint8Array): void {
    const framesBefore = counters.frames;
    capture?.add('in', chunk);
    if (watchers.size > 0) showChunk(chunk);
    hearing.hear(chunk);
    borrower?.onData(chunk);
    for (const watcher of watchers) watcher.counted(counters);
    if (counters.frames === framesBefore) return;
    silence.heard();
    lastFrameAt = new Date(gateway.now()).toISOString();
  }

  function showChunk(chunk: Uint8Array): void {
    const standing = { protocol: hearing.spoken(), isLent: borrower !== undefined, opening: openings };
    for (const watcher of watchers) watcher.heard(chunk, standing);
  }

  async function open(): Promise<void> {
    naming = await namingOf(path);
    const opened = await openPort({
      path,
      baudRate: hearing.baudRate(),
      onData: hear,
      onClose(why) {
        silence.rest();
        finish();
        keeper.lost(why);
      },
    });
    port = capture === undefined ? opened : captured(opened, capture);
    if (openings > 0) counters.reopened += 1;
    openings += 1;
    hearing.begin(port, openings);
    borrower?.onOpen(hearing.baudRate());
    void lookAround(port);
  }

  async function lookAround(opened: Port): Promise<void> {
    const remark = (await sharing?.(path)) ?? null;
    if (port !== opened || remark === shared) return;
    shared = remark;
    if (remark !== null) logger.warn({ path, reason: remark }, 'the port is shared');
    onChange();
  }

  function finish(): void {
    const wasOpen = port !== undefined;
    port = undefined;
    shared = null;
    hearing.end();
    if (wasOpen) borrower?.onClose();
  }

  /** Some drivers lose a device without a word: it may be heard again when it is opened anew. */
  function reopen(lasting: Lasting): void {
    const silent = port;
    // Where trackers are changed for others it is silent in between.
    if (silent === undefined || borrower !== undefined) return;
    finish();
    closing = silent.close().then(() => {
      keeper.lost(`${path}: ${describe(lasting)}`);
    });
  }

  const lend: Lend = (protocol, to) => {
    borrower = to;
    const before = hearing.baudRate();
    hearing.insist(protocol);
    if (port !== undefined) to.onOpen(before);
    return {
      isOpen: () => port !== undefined,
      write: (data) => port?.write(data) ?? Promise.reject(new Error(`${path} is not open`)),
      setBaudRate: hearing.setBaudRate,
      baudRates: ratesFor(config, protocol, before),
      end() {
        borrower = undefined;
        hearing.relax();
        // A port that is listened at finds its speed by itself.
        if (config.baudRate !== undefined) hearing.setBaudRate(config.baudRate).catch(() => undefined);
      },
    };
  };

  return {
    start: keeper.start,
    lend,
    watch(watcher) {
      watchers.add(watcher);
      watcher.counted(counters);
      return () => {
        watchers.delete(watcher);
      };
    },
    async stop() {
      silence.rest();
      await keeper.stop();
      await closing;
      await port?.close();
      finish();
      await hearing.release();
      await capture?.close();
    },
    status: () => ({
      path,
      by: [...naming.by],
      state,
      reason: state === 'open' ? remark() : reason,
      ...hearing.status(),
      deviceId: config.deviceId ?? null,
      counters: { ...counters },
      lastFrameAt,
    }),
  };

  function remark(): string | null {
    const lasting = silence.lasting();
    return shared ?? (lasting === undefined ? hearing.remark() : describe(lasting));
  }
}

/** A speed that is configured is the only one; otherwise first the one that the line has. */
function ratesFor({ path, baudRate }: PortConfig, { baudRates }: Protocol, present: number | null): (number | null)[] {
  if (isTcpPath(path)) return [null];
  return baudRate === undefined ? [...new Set([present, ...baudRates])] : [baudRate];
}

const describe = ({ seconds, usual }: Lasting): string =>
  `nothing was heard for ${seconds} s, and never nothing for more than ${usual} s before: ` +
  'is the tracker on, and its cable in place?';

/** Writes down what is sent as well. */
const captured = (port: Port, capture: Capture): Port => ({
  ...port,
  write(data) {
    capture.add('out', Buffer.from(data));
    return port.write(data);
  },
});
