import { canProvision } from '../provisioning/templates.js';
import type { PortStatus } from '../../schema/ports/port.js';
import type { User } from '../../schema/accounts/user.js';
import type { ProvisioningSessions } from '../provisioning/sessions.js';
import type { StatusEvent } from './feed-event.js';

export type StatusEventsOptions = {
  readonly portsOf: (user: User) => readonly PortStatus[];
  readonly provisionings: Pick<ProvisioningSessions, 'activePorts'>;
};

/** What has no number in the log, as the user may see it now. */
export const statusEvents =
  ({ portsOf, provisionings }: StatusEventsOptions) =>
  (user: User): readonly StatusEvent[] => [
    ...portsOf(user).map((data) => ({ type: 'port' as const, data })),
    ...(canProvision(user) ? provisionings.activePorts().map((data) => ({ type: 'provisioning' as const, data })) : []),
  ];
