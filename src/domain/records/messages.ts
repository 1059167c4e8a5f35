import { defineErrors } from '../../messages/define.js';

/** Why a record is not taken. */
export const recordErrors = defineErrors('record', {
  bothMileages: ['validation_failed', '{field} and /milleage are the same field: send only one'],
  bothAlertNames: ['validation_failed', '{field} and /alerts are the same field: send only one'],
  noPlaceForDriver: ['validation_failed', '{field} needs a place in /attributes, which has {limit} values'],
  tooLong: [
    'validation_failed',
    '{field} is too long: the location has {bytes} bytes as JSON, at most {limit} are allowed',
  ],
  notStored: ['store_unavailable', '{detail}'],
});
