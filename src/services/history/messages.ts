import { defineErrors } from '../../messages/define.js';

/** Why records, alerts and acknowledgements are not taken. */
export const postErrors = defineErrors('recordPost', {
  restricted: ['forbidden', 'restricted users cannot forward the records of a gateway'],
  noRecordId: ['validation_failed', '{field} is no id of a record'],
  olderStore: [
    'conflict',
    'store {store} has {newest} entries, but its record {highest} is here already: the store was put back to an earlier state; run `waypost uplink reset NAME --new-generation` on that gateway, so that its new records get numbers of their own',
  ],
  otherRecord: [
    'conflict',
    'another record with the id {id} is here already: the store was put back to an earlier state; run `waypost uplink reset NAME --new-generation` on that gateway, so that its new records get numbers of their own',
  ],
  noAlert: ['not_found', 'the alert {id} of the sender is not here'],
  otherGateway: [
    'forbidden',
    'alert {id} is of another gateway: give the user of the depot the privilege messages, or set acknowledges of the depot',
  ],
});

/** Why history is not read. */
export const historyErrors = defineErrors('history', {
  alertNotFound: ['not_found', 'alert {id} not found'],
  tooManyQueries: ['rate_limited', 'too many queries of history wait: ask again later'],
  tooManyLists: ['rate_limited', 'too many lists wait: ask again later'],
  tooManyPreviews: ['rate_limited', 'too many previews of alert rules wait: ask again later'],
  closed: ['conflict', 'the connection was closed before the query was made'],
  cannotWrite: ['store_unavailable', 'the store cannot write at present: try again'],
  notPosition: ['validation_failed', '{field} must be `next` of a page or the number of an entry'],
  otherGeneration: [
    'conflict',
    '{field} is of generation {generation}, the store has generation {present} since entry {from}, because it was restored: continue after {position}',
  ],
  beyondNewest: ['validation_failed', '{field} must not be beyond the newest entry, {newest}'],
  tripDays: ['validation_failed', '{field} must be at most {days} days after /from: ask for less at a time'],
  tooManyTrips: [
    'validation_failed',
    'the range has more than {limit} trips, stops, gaps and zone visits: ask for less at a time',
  ],
  tripTime: ['rate_limited', 'the range takes too long to read: ask for less at a time'],
});
