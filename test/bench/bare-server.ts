import { success } from '../../src/errors.js';
import { createHttp } from '../../src/http/server.js';
import { createTokens } from '../../src/http/tokens.js';
import { silentLogger } from '../../src/logger.js';
import type { Services } from '../../src/services/index.js';
import { userOf } from '../support/api/users.js';

/** The ceiling: the gateway's own Koa chain with token check, parser, router and validation, but without a store. */

const user = userOf('bench', { privileges: ['admin'] });
const tokens = createTokens({
  accounts: { activeUser: () => user },
  gatewayId: 'bench',
  secret: Buffer.alloc(32, 7),
  ttl: 86_400,
  now: () => Date.now(),
});
const last = { dateTime: '2026-11-21T00:00:00.000Z', latitude: 52.5, longitude: 5.1, speed: 12.5 };

const http = createHttp({
  host: '127.0.0.1',
  port: 0,
  bodyLimit: 1_048_576,
  corsOrigins: [],
  hosts: [],
  readOwnNames: () => Promise.resolve([]),
  services: {
    ...({} as Services),
    time: { ...({} as Services['time']), monotonic: () => performance.now() },
    apiUsage: { count: () => ({ apiUsage: 1, apiDailyUsage: 1 }), flush: () => Promise.resolve() },
    metrics: { recordRequest: () => undefined, text: () => Promise.resolve('') },
    locations: {
      last: () => success(last),
      range: () => Promise.resolve(success({ records: [] })),
      post: (_user, _deviceId, locations) => Promise.resolve(success({ accepted: locations.length, duplicates: 0 })),
      findStored: (_user, _deviceId, locations) => Promise.resolve(locations),
    },
  },
  tokens,
  version: 'bench',
  logger: silentLogger,
});

const port = await http.start();
process.stdout.write(`${port} ${tokens.issue({ subject: user.id, grant: 'bench', passwordId: '' }).token}\n`);
