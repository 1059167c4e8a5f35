import { MAX_PAGE_BYTES } from '../../src/domain/records/page-bytes.js';
import { MAX_TAIL_CHARS, MAX_TAIL_LINES } from '../../src/log-tail.js';
import { MAX_EVENT_STREAMS } from '../../src/services/events/feed.js';
import { MAX_PORT_STREAMS } from '../../src/services/events/port-monitor.js';
import { MAX_UNFINISHED } from '../../src/services/files/upload-checks.js';
import { MAX_LOG_STREAMS } from '../../src/services/system/log-lines.js';
import { MAX_PREVIEWS, MAX_PREVIEWS_OF_USER, MAX_READS, MAX_READS_OF_USER } from '../../src/services/history/reads.js';
import { LAST_LOCATION_CHARS } from '../../src/http/last-location-texts.js';
import { DEFAULT_LIMITS } from '../../src/http/listener/connection-limits.js';
import { REQUESTS_PER_ROUND } from '../../src/http/listener/request-turns.js';
import { SLICE_BYTES } from '../../src/http/static-files.js';
import { MAX_TICKETS, MAX_TICKETS_OF_USER } from '../../src/http/tickets.js';
import { TOKEN_CHARS } from '../../src/http/tokens.js';
import { ANSWER_BYTES, BODY_BYTES, SIGN_IN_BODY_BYTES } from '../../src/http/budgets.js';

/** A row of the table in systemd/security.md. */
export type HttpBudget = { readonly what: string; readonly limit: string; readonly beyond: string };

const kib = (bytes: number): string => (bytes < 1_048_576 ? `${bytes / 1_024} KiB` : `${bytes / 1_048_576} MiB`);
const seconds = (ms: number): string => `${ms / 1_000} s`;
const AS_MUCH_AS_FREE = 'of one user or address at most as much as is free';

/** What clients may take of HTTP, and what happens beyond. */
export const HTTP_BUDGETS: readonly HttpBudget[] = [
  {
    what: 'connections',
    limit: `${DEFAULT_LIMITS.connections}, of one address ${DEFAULT_LIMITS.connectionsPerAddress}`,
    beyond:
      'of the address with the most (of strangers first, then of users), the longest unused one or one that does not read its answer is closed',
  },
  {
    what: 'requests of a connection',
    limit: `1 at a time, ${DEFAULT_LIMITS.pipelinedRequests} more wait`,
    beyond: 'the connection is closed',
  },
  {
    what: 'requests started in one round of the event loop',
    limit: String(REQUESTS_PER_ROUND),
    beyond: 'the addresses take turns in the next rounds',
  },
  { what: 'request line and headers', limit: kib(DEFAULT_LIMITS.headerBytes), beyond: '431' },
  {
    what: 'time for the headers, for the whole request',
    limit: `${seconds(DEFAULT_LIMITS.headersTimeoutMs)}, ${seconds(DEFAULT_LIMITS.requestTimeoutMs)}`,
    beyond: '408',
  },
  {
    what: 'time without data, without another request',
    limit: `${seconds(DEFAULT_LIMITS.inactivityTimeoutMs)}, ${seconds(DEFAULT_LIMITS.keepAliveTimeoutMs)}`,
    beyond: 'the connection is closed',
  },
  { what: 'body of a sign-in', limit: `${kib(SIGN_IN_BODY_BYTES)}, not compressed`, beyond: '413, 415' },
  { what: 'other bodies', limit: '`http.bodyLimit`, and a known caller', beyond: '413, 401' },
  { what: 'bodies in flight', limit: `${kib(BODY_BYTES)}, ${AS_MUCH_AS_FREE}`, beyond: '503' },
  {
    what: 'answers not read yet',
    limit: `${kib(ANSWER_BYTES)}, ${AS_MUCH_AS_FREE}`,
    beyond: '503, or the connection of the user or address with the most is closed',
  },
  {
    what: 'queries of history',
    limit: `1 at a time, the users take turns; ${MAX_READS} wait, of one user ${MAX_READS_OF_USER}`,
    beyond: '429 for the user with the most',
  },
  {
    what: 'previews of alert rules',
    limit: `1 at a time, 4 s each; ${MAX_PREVIEWS} wait, of one user ${MAX_PREVIEWS_OF_USER}`,
    beyond: '429 for the user with the most; a preview that takes longer holds for less time or fewer devices',
  },
  {
    what: 'a page of history or of records',
    limit: `${kib(MAX_PAGE_BYTES)} of the log, or its \`limit\``,
    beyond: '`next` continues',
  },
  {
    what: 'lists of devices, messages and the like',
    limit: '1 at a time, the users take turns',
    beyond: 'the others wait',
  },
  { what: 'files of the dashboard and of `/docs`', limit: 'once in memory, for all clients', beyond: '' },
  {
    what: 'checked tokens, texts of last locations',
    limit: `${kib(TOKEN_CHARS)}, ${kib(LAST_LOCATION_CHARS)}`,
    beyond: 'the oldest are checked or written again',
  },
  { what: 'bytes of a file that a client has not read', limit: kib(SLICE_BYTES), beyond: 'sending waits' },
  {
    what: 'streams of events, of the lines of a port, of the application log',
    limit: [MAX_EVENT_STREAMS, MAX_PORT_STREAMS, MAX_LOG_STREAMS].join(', '),
    beyond: 'the oldest of the user or address with the most ends; 429 for that user',
  },
  {
    what: 'lines of the application log in memory',
    limit: `${MAX_TAIL_LINES}, ${kib(MAX_TAIL_CHARS)}`,
    beyond: 'the oldest are dropped',
  },
  {
    what: 'unfinished uploads, each for at most a day after its last part',
    limit: `${MAX_UNFINISHED}; 1 GiB and a tenth of the disk stay free`,
    beyond: '409',
  },
  { what: 'part of an upload', limit: '`http.bodyLimit`, of known length', beyond: '413, 400' },
  { what: 'backups and bundles that are made for downloads', limit: '1 of each at a time', beyond: '409' },
  {
    what: 'tickets for event streams',
    limit: `${MAX_TICKETS}, of one user ${MAX_TICKETS_OF_USER}`,
    beyond: 'the oldest of the user with the most becomes invalid',
  },
];
