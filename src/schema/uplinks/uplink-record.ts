import type { FollowedAcknowledgement, FollowedAlert, FollowedLocation } from '../records/followed-record.js';

/**
 * One record on its way to a far side, in the shape of `GET /api/records`. `id` names it for ever; of a relayed record it
 * is the id that its own gateway gave.
 */
export type UplinkRecord = FollowedLocation | FollowedAlert | FollowedAcknowledgement;
export type UplinkLocation = FollowedLocation;
