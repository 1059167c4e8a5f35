import type { OutboxStatus } from '../../../src/schema/system/health.js';

/** The outbox of a gateway without channels. */
export const noOutbox = (): OutboxStatus => ({
  waiting: 0,
  channels: [],
  missing: [],
  stuck: null,
  failed: null,
  unsent: null,
});
