import type { FullHealth } from '../../schema/system/health.js';

type PublicField = 'status' | 'version' | 'reason';

/** What `GET /api/health` tells: how it is for everybody, and the reasons as far as the user may have them. */
export type HealthView = Pick<FullHealth, PublicField> & Partial<Omit<FullHealth, PublicField>>;
