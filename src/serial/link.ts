import { noCounters } from '../protocols/protocol.js';
import type { PortState, PortStatus } from '../schema/port.js';
import type { Capture } from './capture.js';
import { createHearing, type HearingParts } from './hearing.js';
import { createKeeper } from './keeper.js';
import type { Naming } from './machine/names.js';
import type { OpenPort, Port } from './port.js';
import type { Identify } from './machine/presence.js';
import type { Sharing } from './sharing.js';
import { createSilence, type Lasting } from './silence.js';

/** A port that looks after itself. */
export type Link = {
  start: () => void;
  /** Resolves when the port is closed and every report handed in is settled. */
  stop: () => Promise<void>;
  status: () => PortStatus;
};

export type LinkParts = Omit<HearingParts, 'counters' | 'nameOfPort' | 'onChange'> & {
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
  /** of a port that was silent */
  let closing = Promise.resolve();

  const hearing = createHearing({ ...parts, counters, nameOfPort: () => naming.id, onChange });
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
    hearing.hear(chunk);
    if (counters.frames === framesBefore) return;
    silence.heard();
    lastFrameAt = new Date(gateway.now()).toISOString();
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
    port = undefined;
    shared = null;
    hearing.end();
  }

  /** Some drivers lose a device without a word: it may be heard again when it is opened anew. */
  function reopen(lasting: Lasting): void {
    const silent = port;
    if (silent === undefined) return;
    finish();
    closing = silent.close().then(() => {
      keeper.lost(`${path}: ${describe(lasting)}`);
    });
  }

  return {
    start: keeper.start,
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
