import type { FullHealth } from '../../schema/system/health.js';

type PublicField = 'status' | 'version' | 'reason';

/** The response of `GET /api/health`: the state for everyone, and the reasons that the user may see. */
export type HealthView = Pick<FullHealth, PublicField> & Partial<Omit<FullHealth, PublicField>>;
