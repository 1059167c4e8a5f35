import { success } from '../../errors.js';
import { instantSchema } from '../../schema/common.js';
import { queryValidator } from '../../schema/validator.js';
import type { Services } from '../../services/index.js';
import { EVENT_STREAM, respondWithStream } from '../event-stream.js';
import { route, type Route } from '../route.js';
import type { Tickets } from '../tickets.js';
import { tokenErrors } from '../messages.js';

const LAST_EVENT_ID_HEADER = {
  type: 'string',
  description: 'the last `id` received: later events are sent first; a value that is no number counts as absent',
};

const validateQuery = queryValidator({
  type: 'object',
  properties: {
    ticket: { type: 'string', maxLength: 256, description: 'of POST /api/events/ticket, instead of a token' },
    after: {
      type: 'string',
      maxLength: 64,
      description:
        'the same as `Last-Event-ID`, which counts if both are sent: the number of an entry, 0 for all that are kept, or `next` of a page of records',
    },
    reach: {
      type: 'integer',
      minimum: 0,
      maximum: 1_000_000_000,
      description:
        'a client that is further behind than this many entries gets a gap and the newest state instead of them; omitted: no limit',
    },
  },
  additionalProperties: false,
});

export type EventRoutesOptions = Pick<Services, 'feed'> & { readonly tickets: Pick<Tickets, 'create'> };

export const eventRoutes = ({ feed, tickets }: EventRoutesOptions): Route[] => [
  route({
    method: 'post',
    path: '/api/events/ticket',
    summary: 'Creates a ticket that opens one event stream within a minute, for EventSource in a browser',
    access: 'user',
    displays: true,
    responses: { 201: { required: { ticket: { type: 'string' }, expires: instantSchema } } },
    handle: ({ claims }) =>
      claims === undefined ? tokenErrors.needed() : success({ status: 201, body: tickets.create(claims) }),
  }),
  route({
    method: 'get',
    path: '/api/events',
    summary:
      'Streams server-sent events: location, alert, device, unknownDevice, port, provisioning, uplink, message, command, zone, zoneChange, day, and gap where events were left out',
    access: 'user',
    displays: true,
    acceptsTicket: true,
    query: validateQuery,
    headers: { 'Last-Event-ID': LAST_EVENT_ID_HEADER },
    errors: ['validation_failed', 'rate_limited', 'store_unavailable'],
    responses: {},
    formats: [EVENT_STREAM],
    handle({ query: { after, reach }, header, currentUser, clientAddress }) {
      return respondWithStream((receiver) =>
        feed.subscribe({
          receiver,
          caller: currentUser,
          address: clientAddress(),
          // A reconnecting EventSource repeats the address that it was opened with.
          after: feed.positionOf(header('Last-Event-ID')) ?? feed.positionOf(after ?? ''),
          reach,
        }),
      );
    },
  }),
];
