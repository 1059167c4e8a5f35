import { mayProvision } from './provisioning/templates.js';
import type { PortStatus } from '../schema/port.js';
import type { User } from '../schema/user.js';
import type { Provisionings } from './provisioning/provisionings.js';
import type { Standing } from './feed-event.js';

export type StandingOptions = {
  readonly portsOf: (user: User) => readonly PortStatus[];
  readonly provisionings: Pick<Provisionings, 'benches'>;
};

/** What has no number in the log, as the user may see it now. */
export const createStanding =
  ({ portsOf, provisionings }: StandingOptions) =>
  (user: User): readonly Standing[] => [
    ...portsOf(user).map((data) => ({ type: 'port' as const, data })),
    ...(mayProvision(user) ? provisionings.benches().map((data) => ({ type: 'provisioning' as const, data })) : []),
  ];
