import { defineErrors } from '../../messages/define.js';

/** Why a report is not stored. */
export const reportErrors = defineErrors('report', {
  expiredDevice: ['device_expired', 'device {id} has expired'],
  noRoom: [
    'not_found',
    'device {id} not found, and quarantine has no room for more of its forwarded records: adopt or discard unknown devices',
  ],
  otherEpoch: ['conflict', '{id} has reconnected on another port or with a new epoch'],
  otherPort: ['conflict', '{id} is sending on another port: try again in {seconds} s'],
  sequenceJump: ['validation_failed', 'oldestSeq: {lost} lost records, expected at most {limit}: draw a new epoch'],
});
