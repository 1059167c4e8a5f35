import { defineErrors } from '../../messages/define.js';

/** Why a stream is not opened. */
export const streamErrors = defineErrors('stream', {
  stopping: ['store_unavailable', 'the gateway is stopping'],
  tooManyPorts: ['rate_limited', 'limit of {limit} streams of port lines reached: end one first'],
  restrictedPorts: ['forbidden', 'restricted users cannot watch ports: a port may carry data of any device'],
  tooManyLogs: ['rate_limited', 'limit of {limit} streams of the application log reached: end one first'],
  logPrivilege: ['forbidden', 'the application log requires privilege admin'],
  tooManyEvents: ['rate_limited', 'limit of {limit} event streams reached: end one first'],
});
