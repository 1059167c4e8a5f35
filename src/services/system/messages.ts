import { defineErrors } from '../../messages/define.js';

/** The share of a user or port in the log is used up. */
export const logShareErrors = defineErrors('logShare', {
  ofUser: [
    'rate_limited',
    'this user has used up its share of the log for changes that are not records: try again in {seconds} s; store.retention.bytes and store.retention.days set the share',
  ],
  ofPort: [
    'rate_limited',
    'port {path} has used up its share of the log for changes that are not records: try again in {seconds} s; store.retention.bytes and store.retention.days set the share',
  ],
});

export const mapArchiveErrors = defineErrors('mapArchive', {
  absent: ['not_found', 'no map archive'],
  unreadable: ['not_found', 'no map archive: {detail}'],
});
