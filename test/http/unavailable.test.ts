import { expect } from 'chai';
import { failure, success } from '../../src/errors.js';
import { routes } from '../../src/http/routes/index.js';
import { createHttp, type Http } from '../../src/http/server.js';
import { createLogger, silentLogger, type Logger } from '../../src/logger.js';
import { createAlerts } from '../../src/services/history/alerts.js';
import { createLoginThrottle } from '../../src/services/accounts/login-throttle.js';
import { createDevices } from '../../src/services/devices/devices.js';
import { createGroups } from '../../src/services/groups.js';
import { createHealth } from '../../src/services/system/health.js';
import { createLogLevels } from '../../src/services/system/log-level.js';
import { createIngest } from '../../src/services/ingest/ingest.js';
import { createLocations } from '../../src/services/history/locations.js';
import { createMutex } from '../../src/mutex.js';
import { createUnknownDevices } from '../../src/services/devices/unknown-devices.js';
import { createUsers } from '../../src/services/accounts/users.js';
import type { Store } from '../../src/store/store.js';
import type { Sent } from '../support/app.js';
import { request } from '../support/client.js';
import { createTestClock } from '../support/clock.js';
import { expectFailure, expectSuccess } from '../support/envelope.js';
import { useFolder } from '../support/folder.js';
import { diskFull } from '../support/gated-store.js';
import { deviceOf, fixAt, locationOf } from '../support/records.js';
import { trustIn } from '../support/trust.js';
import { openTestStore } from '../support/store.js';
import { userOf } from '../support/users.js';
import { noOutbox } from '../support/no-outbox.js';
import { noWear } from '../support/no-wear.js';
import { CHANNEL_MODULES } from '../../src/channels/index.js';
import { createNotificationRules } from '../../src/services/notification-rules.js';
import { capabilitiesOf } from '../../src/services/provisioning/capabilities.js';
import { createProvisioningSessions } from '../../src/services/provisioning/sessions.js';
import { createTemplates } from '../../src/services/provisioning/templates.js';
import { protocols } from '../../src/protocols/index.js';
import { createTestTimers } from '../support/test-timers.js';
import { createMapArchives } from '../../src/services/system/map-archive.js';
import { createMessages } from '../../src/services/outbox/messages.js';

const capabilities = capabilitiesOf(protocols);

describe('an unavailable store', () => {
  const folder = useFolder();
  const clock = createTestClock();
  let store: Store;
  let http: Http | undefined;
  let url = '';

  /** Starts a server whose store fails every append with `error`. */
  async function serve(error: Error, logger: Logger = silentLogger): Promise<void> {
    const failing: Store = { ...store, append: () => Promise.reject(error) };
    const exclusive = createMutex();
    const devices = createDevices({ store: failing, clock, today: () => '2026-11-21', licenses: 10, exclusive });
    const receive = createIngest({ store: failing, append: failing.append, devices, clock });
    const tokens = {
      issue: () => ({ token: '', expires: '' }),
      userOf: () => success(userOf('admin', { privileges: ['admin'] })),
    };
    const ports = { statuses: () => [] };
    const accounts = {
      authenticate: () => Promise.resolve(failure('invalid_credentials', 'wrong')),
      throttleKey: (userName: string) => userName,
      activeUser: () => undefined,
      initialize: () => Promise.resolve(undefined),
    };
    http = createHttp({
      host: '127.0.0.1',
      port: 0,
      bodyLimit: 1024,
      corsOrigins: [],
      monotonic: () => clock.monotonic(),
      routes: routes({
        accounts,
        attempts: createLoginThrottle(() => clock.monotonic()),
        tokens,
        devices,
        locations: createLocations({ store: failing, devices, receive }),
        alerts: createAlerts({ store: failing, devices, receive }),
        groups: createGroups({ store: failing, clock, exclusive }),
        users: createUsers({ store: failing, clock, exclusive }),
        notifications: createNotificationRules({ store: failing, clock, exclusive }),
        messages: createMessages({
          store: failing,
          devices,
          clock,
          today: () => '2026-11-21',
          formats: CHANNEL_MODULES,
          ttl: 3600,
          isConfigured: () => true,
          exclusive,
        }),
        portsOf: () => [],
        portLines: { subscribe: () => failure('store_unavailable', 'no lines') },
        capabilities,
        templates: createTemplates({ store: failing, capabilities, clock, exclusive }),
        provisionings: createProvisioningSessions({
          store: failing,
          ports: { ...ports, acquireLease: () => failure('not_found', 'no port') },
          devices,
          capabilities,
          clock,
          timers: createTestTimers().timers,
          logger,
          exclusive,
        }),
        unknownDevices: createUnknownDevices({ store: failing, exclusive }),
        feed: { subscribe: () => failure('store_unavailable', 'no events') },
        now: () => clock.now(),
        metrics: { text: () => Promise.resolve('') },
        document: () => '{}',
        forecastFor: () => ({ days: 30, byDay: [], expiries: [] }),
        mapArchives: createMapArchives('/no/such/archive'),
        clockView: () => {
          throw new Error('not asked for');
        },
        logLevels: createLogLevels({ logger, configured: 'info' }),
        health: createHealth({
          store: failing,
          ports,
          outbox: noOutbox,
          wear: noWear,
          disk: () => ({ freeBytes: 0, totalBytes: 0 }),
          clock,
          trust: trustIn(),
          version: '1',
        }),
      }),
      tokens,
      usage: { count: () => ({ apiUsage: 7, apiDailyUsage: 3 }) },
      onRequest: () => undefined,
      logger,
    });
    url = `http://127.0.0.1:${await http.start()}`;
  }
  const call = (method: string, path: string, body?: unknown): Promise<Sent> => request(url, method, path, body);

  beforeEach(async () => {
    store = await openTestStore(folder());
    await store.append([{ kind: 'device', v: deviceOf('bus') }, locationOf('bus', fixAt(1))]);
  });
  afterEach(async () => {
    await http?.stop();
    await store.close();
  });

  it('a write is a 503 with Retry-After and counts the call', async () => {
    await serve(diskFull());
    const answers = [
      await call('POST', '/api/devices', { id: 'van' }),
      await call('POST', '/api/devices/bus/locations', fixAt(2)),
    ];
    for (const answer of answers) {
      expectFailure(answer, 'store_unavailable');
      expect(answer.headers.get('Retry-After')).to.match(/^[1-9]\d*$/);
      expect(answer.body).to.include({ apiUsage: 7, apiDailyUsage: 3 });
    }
  });

  it('a read or a post without new records succeeds', async () => {
    await serve(diskFull());
    expectSuccess(await call('GET', '/api/devices/bus'));
    expect((await call('GET', '/api/devices/bus/lastLocation')).body.lastLocation).to.deep.equal(fixAt(1));
    const day = { from: fixAt(0).dateTime, to: fixAt(9).dateTime };
    expect((await call('POST', '/api/devices/bus/locations', day)).body.locations).to.deep.equal([fixAt(1)]);
    const again = await call('POST', '/api/devices/bus/locations', fixAt(1));
    expectSuccess(again, 201);
    expect(again.body).to.include({ accepted: 0, duplicates: 1 });
  });

  it('refused writes leave no trace', async () => {
    await serve(diskFull());
    await call('POST', '/api/devices', { id: 'van' });
    await call('POST', '/api/devices/bus/locations', fixAt(2));
    expectFailure(await call('GET', '/api/devices/van'), 'not_found');
    expect((await call('GET', '/api/devices/bus/lastLocation')).body.lastLocation).to.deep.equal(fixAt(1));
  });

  it('an internal error is a 500 without details, and the log has them under the request id', async () => {
    const lines: string[] = [];
    const logger = createLogger('error', {
      write: (text: string) => lines.push(text),
    } as unknown as NodeJS.WriteStream);
    await serve(new TypeError('cannot read secret of undefined'), logger);
    for (const answer of [
      await call('POST', '/api/devices', { id: 'van' }),
      await call('POST', '/api/devices/bus/locations', fixAt(2)),
    ]) {
      expectFailure(answer, 'internal');
      expect(JSON.stringify(answer.body)).not.to.match(/secret|TypeError|at /);
      const logged = lines.filter((line) => line.includes(String(answer.body.requestId)));
      expect(logged).to.have.lengthOf(1);
      expect(logged[0]).to.include('cannot read secret of undefined');
    }
  });
});
