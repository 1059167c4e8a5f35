import type { Logger } from '../logger.js';
import type { Counters, Protocol } from '../protocols/protocol.js';
import { createGathering } from './gathering.js';
import { createHold } from './hold.js';
import { createIntake, type Intake } from './intake.js';
import type { PortConfig } from './port-config.js';
import type { Receive } from './receive.js';
import { createThinning } from './thinning.js';
import type { Timers } from './timers.js';
import type { OnSettled } from './watching/watcher.js';

/** What is spoken on a port, and the way of its messages to where they are stored. */
export type Speech = {
  readonly protocol: Protocol;
  readonly intake: Intake;
  /** What is held back goes its way, or is given up. Resolves when it has. */
  readonly release: () => Promise<unknown>;
};

type Parts = {
  readonly config: PortConfig;
  readonly protocol: Protocol;
  readonly receive: Receive;
  readonly counters: Counters;
  /** by which a device is known that does not say its name */
  readonly nameOfPort: () => string | undefined;
  readonly timers: Timers;
  readonly onSettled: OnSettled;
  readonly logger: Logger;
};

export function createSpeech(parts: Parts): Speech {
  const { config, protocol, receive, counters, nameOfPort, timers, onSettled, logger } = parts;
  const { interval = 0 } = config;
  const answers = protocol.answers === true;
  const hold = answers ? undefined : createHold(receive, timers);
  const kept = hold === undefined ? receive : createGathering(hold.receive);
  // Who is answered is promised that every record is stored.
  const thinning = interval === 0 || answers ? undefined : createThinning({ receive: kept, interval, timers });
  const given = thinning?.receive ?? kept;
  const intake = createIntake({ config, protocol, receive: given, counters, nameOfPort, onSettled, logger });
  return {
    protocol,
    intake,
    async release() {
      const settled = thinning?.release();
      hold?.release();
      await settled;
    },
  };
}
