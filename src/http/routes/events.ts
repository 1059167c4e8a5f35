import { failure, success, type Result } from '../../errors.js';
import type { Services } from '../../services/index.js';
import { respondWithStream, createEventStream, EVENT_STREAM } from '../event-stream.js';
import { route, type Route } from '../route.js';

const LAST_EVENT_ID_HEADER = {
  type: 'integer',
  minimum: 0,
  description: 'the last `id` received: later events are sent first, as far as they are still available',
};

export const eventRoutes = ({ feed }: Pick<Services, 'feed'>): Route[] => [
  route({
    method: 'get',
    path: '/api/events',
    summary:
      'Streams server-sent events: location, alert, device, unknownDevice, port, provisioning, message, day, and gap where events were left out',
    access: 'user',
    headers: { 'Last-Event-ID': LAST_EVENT_ID_HEADER },
    errors: ['validation_failed', 'rate_limited', 'store_unavailable'],
    responses: {},
    formats: [EVENT_STREAM],
    handle({ header, currentUser }) {
      const after = readLastEventId(header('Last-Event-ID'));
      if (!after.ok) return after;
      const stream = createEventStream();
      const subscribed = feed.subscribe({ receiver: stream, caller: currentUser, after: after.value });
      if (!subscribed.ok) {
        stream.end();
        return subscribed;
      }
      stream.onClose(subscribed.value);
      return success(respondWithStream(stream));
    },
  }),
];

function readLastEventId(text: string): Result<number | undefined> {
  if (text === '') return success(undefined);
  if (/^\d{1,15}$/.test(text)) return success(Number(text));
  return failure('validation_failed', 'header Last-Event-ID: must be the id of an event, a number');
}
