import type { Channel } from './channel.js';

/** A channel whose secret was entered for another receiver: nothing of it is opened, and messages wait for a person. */
export const createWithheld = (name: string, reason: string): Channel => ({
  name,
  start: () => undefined,
  stop: () => Promise.resolve(),
  send: () => Promise.resolve({ outcome: 'failed', retry: true, isChannelFault: true, reason, references: [] }),
  status: () => ({ state: 'unavailable', reason }),
});
