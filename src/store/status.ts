import { english } from '../messages/english.js';
import type { GatewayMessage } from '../messages/message.js';
import { withText } from '../messages/with-text.js';
import type { StoreStatus } from '../schema/system/health.js';
import type { Segment } from './log/segment.js';
import type { State } from './state/state.js';

type StatusSources = { readonly data: Pick<State, 'n'>; readonly segments: readonly Segment[] };

/** `problem`: why nothing can be written; null: it can. */
export const createStatus =
  (open: StatusSources, losses: readonly GatewayMessage[], problem: () => GatewayMessage | null): (() => StoreStatus) =>
  () => ({
    writable: problem() === null,
    ...withText('reason', problem()),
    entries: open.data.n,
    segments: open.segments.length,
    bytes: open.segments.reduce((sum, segment) => sum + segment.bytes(), 0),
    losses: losses.map((loss) => english(loss)),
    lossesData: [...losses],
  });
