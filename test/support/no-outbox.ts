import type { OutboxStatus } from '../../src/schema/system/health.js';

/** The outbox of a gateway that has no way out. */
export const noOutbox = (): OutboxStatus => ({ waiting: 0, channels: [] });
