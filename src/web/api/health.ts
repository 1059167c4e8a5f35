import type { FullHealth } from '../../schema/health.js';

type Brief = 'status' | 'version' | 'reason';

/** What `GET /api/health` tells: how it is for everybody, and the reasons as far as the user may have them. */
export type HealthView = Pick<FullHealth, Brief> & Partial<Omit<FullHealth, Brief>>;
