import type { Logger } from '../logger.js';
import { noCounters, type Context, type Protocol } from '../protocols/protocol.js';
import { createConversation, type Conversation } from './conversation.js';
import { createHold } from './hold.js';
import { createIntake } from './intake.js';
import { createKeeper } from './keeper.js';
import type { PortState, PortStatus } from '../schema/port.js';
import type { PortConfig } from './port-config.js';
import type { OpenPort, Port } from './port.js';
import type { Identify } from './presence.js';
import type { Receive } from './receive.js';
import type { Timers } from './timers.js';

/** A port that looks after itself. */
export type Link = {
  start: () => void;
  /** Resolves when the port is closed and every report handed in is settled. */
  stop: () => Promise<void>;
  status: () => PortStatus;
};

/** What every port says of the gateway, if it says anything. */
export type Gateway = Omit<Context, 'opening'>;

export type LinkParts = {
  readonly config: PortConfig;
  readonly protocol: Protocol;
  readonly receive: Receive;
  readonly openPort: OpenPort;
  readonly identify: Identify;
  readonly namesOf: (path: string) => Promise<readonly string[]>;
  readonly gateway: Gateway;
  readonly timers: Timers;
  readonly logger: Logger;
  /** hears that the status is another now, but for what is counted in it */
  readonly onChange?: () => void;
};

/**
 * Reads the port of `config` with `protocol`, and opens it again whenever it is lost; its counters go on. A port that
 * is open and silent stays as it is: `lastFrameAt` tells.
 */
export function createLink(parts: LinkParts): Link {
  const { config, protocol, receive, openPort, identify, namesOf, gateway, timers, logger, onChange } = parts;
  const { path } = config;
  const baudRate = config.baudRate ?? protocol.baudRates[0] ?? 9_600;
  const counters = noCounters();
  const hold = protocol.answers === undefined ? createHold(receive, timers) : undefined;
  const intake = createIntake({ config, protocol, receive: hold?.receive ?? receive, counters, logger });
  const keeper = createKeeper({ path, open, identify, timers, tell });

  let state: PortState = 'opening';
  let reason: string | null = null;
  let by: readonly string[] = [];
  let lastFrameAt: string | null = null;
  let openings = 0;
  let port: Port | undefined;
  let conversation: Conversation | undefined;
  /** conversations over ports that are gone, with reports not settled yet */
  const ending = new Set<Promise<void>>();

  function tell(next: PortState, why: string | null): void {
    if (next === state && why === reason) return;
    state = next;
    reason = why;
    if (next === 'open') logger.info({ path, protocol: protocol.name, baudRate }, 'port open');
    else logger.warn({ path, reason: why }, `port ${next}`);
    onChange?.();
  }

  function hear(chunk: Uint8Array): void {
    const framesBefore = counters.frames;
    conversation?.hear(chunk);
    if (counters.frames > framesBefore) lastFrameAt = new Date(gateway.now()).toISOString();
  }

  function finish(): void {
    port = undefined;
    const settled = conversation?.end() ?? Promise.resolve();
    conversation = undefined;
    ending.add(settled);
    void settled.then(() => ending.delete(settled));
  }

  function rename(names: readonly string[]): void {
    if (names.join() === by.join()) return;
    by = names;
    onChange?.();
  }

  async function open(): Promise<void> {
    const opened = await openPort({
      path,
      baudRate,
      onData: hear,
      onClose(why) {
        finish();
        keeper.lost(why);
      },
    });
    port = opened;
    if (openings > 0) counters.reopened += 1;
    openings += 1;
    const context = { ...gateway, opening: openings };
    conversation = createConversation({ path, protocol, counters, port: opened, intake, context, timers, logger });
    void namesOf(path).then(rename);
  }

  return {
    start: keeper.start,
    async stop() {
      await keeper.stop();
      await port?.close();
      finish();
      hold?.release();
      await Promise.all(ending);
    },
    status: () => ({
      path,
      by: [...by],
      state,
      reason,
      protocol: protocol.name,
      baudRate,
      deviceId: config.deviceId ?? null,
      counters: { ...counters },
      lastFrameAt,
    }),
  };
}
