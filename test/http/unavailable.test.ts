import { expect } from 'chai';
import { CHANNEL_MODULES } from '../../src/channels/index.js';
import { failure, success, valueOf } from '../../src/errors.js';
import { createHttp, type Http } from '../../src/http/server.js';
import { createFileAccess } from '../../src/gateway-files.js';
import { createLogTail } from '../../src/log-tail.js';
import { createLogger, silentLogger, type Logger } from '../../src/logger.js';
import { protocols } from '../../src/protocols/index.js';
import { validateConfig } from '../../src/schema/config/config.js';
import type { PortsAndListeners } from '../../src/serial/listeners/listeners.js';
import { createRuleTotals } from '../../src/services/alert-rules/rule-totals.js';
import { createDevices } from '../../src/services/devices/devices.js';
import { createRefusals } from '../../src/services/system/refusals.js';
import { createServices } from '../../src/services/index.js';
import { createIngest } from '../../src/services/ingest/ingest.js';
import { createOutbox } from '../../src/services/outbox/outbox.js';
import { capabilitiesOf } from '../../src/services/provisioning/capabilities.js';
import type { Store } from '../../src/store/store.js';
import type { Sent } from '../support/gateway/app.js';
import { request } from '../support/api/client.js';
import { createTestClock } from '../support/time/clock.js';
import { expectFailure, expectSuccess } from '../support/api/envelope.js';
import { useFolder } from '../support/store/folder.js';
import { diskFull } from '../support/store/gated-store.js';
import { deviceOf, fixAt, locationOf } from '../support/store/records.js';
import { openTestStore } from '../support/store/store.js';
import { noUplinks } from '../support/api/uplink-calls.js';
import { noNamedSecrets } from '../support/store/no-secrets.js';
import { noLogBudgets } from '../support/store/no-log-budgets.js';
import { fixedSettings } from '../support/gateway/fixed-settings.js';
import { createTestTime } from '../support/time/test-time.js';
import { createTestTimers } from '../support/time/test-timers.js';
import { userOf } from '../support/api/users.js';
import { createTestEdits } from '../support/gateway/test-edits.js';

const noPorts: PortsAndListeners = {
  start: () => undefined,
  stop: () => Promise.resolve(),
  statuses: () => [],
  protocols: () => [],
  unused: () => [],
  findHolders: () => Promise.resolve(),
  prepareChange: () => Promise.resolve(failure('not_found', 'no port')),
  setScan: () => undefined,
  acquireLease: () => failure('not_found', 'no port'),
  prepareCommand: () => failure('unavailable', 'no port'),
  monitor: () => failure('not_found', 'no port'),
  subscribe: () => () => undefined,
  connections: () => failure('not_found', 'no listener'),
};

describe('an unavailable store', () => {
  const folder = useFolder();
  const clock = createTestClock();
  let store: Store;
  let http: Http | undefined;
  let url = '';

  /** Starts a server whose store fails every append with `error`. */
  async function serve(error: Error, logger: Logger = silentLogger): Promise<void> {
    const failing: Store = { ...store, append: () => Promise.reject(error) };
    const config = valueOf(validateConfig({}));
    const time = createTestTime(clock);
    const { timers } = createTestTimers();
    const refusals = createRefusals({ logger, monotonic: clock.monotonic });
    const core = {
      config,
      store: failing,
      logBudgets: noLogBudgets,
      time,
      timers,
      logger,
      logTail: createLogTail(),
      refusals,
      attentionNames: () => [],
      namedSecrets: noNamedSecrets,
      settings: fixedSettings(config),
      ...createTestEdits(),
    };
    const diskSpace = () => ({ freeBytes: 0, totalBytes: 0 });
    const devices = createDevices({ ...core, licenses: () => 10 });
    const services = createServices({
      ...core,
      devices,
      outbox: createOutbox({
        ...{ ...core, devices, channels: {}, formats: CHANNEL_MODULES },
        ttl: () => 3600,
        isWebhookOn: () => false,
      }),
      receive: createIngest({ ...core, append: failing.append, devices }),
      ruleTotals: createRuleTotals(new Map(), clock.monotonic).current,
      ports: noPorts,
      uplinks: noUplinks,
      testMessages: { send: () => Promise.resolve(failure('conflict', 'no channel')) },
      capabilities: capabilitiesOf(protocols),
      mapPath: '/no/such/archive',
      files: createFileAccess(core, '/no/such/folder', {}, diskSpace),
      diskSpace,
      previousStores: () => ({ count: 0, bytes: 0 }),
      stateBytes: () => 0,
      blockBytes: () => null,
      version: '1',
    });
    http = createHttp({
      host: '127.0.0.1',
      port: 0,
      bodyLimit: 1024,
      corsOrigins: [],
      hosts: [],
      trustedProxies: [],
      readOwnNames: () => Promise.resolve([]),
      services: {
        ...services,
        apiUsage: { ...services.apiUsage, count: () => ({ apiUsage: 7, apiDailyUsage: 3 }) },
      },
      tokens: {
        issue: () => ({ token: '', expires: '' }),
        claimsOf: () => success({ subject: 'id-of-admin', grant: '', passwordId: '', issued: 0, expires: Infinity }),
        userOf: () => success(userOf('admin', { privileges: ['admin'] })),
        signedInBy: () => ({ via: 'apiKey' }),
        ageOf: () => 0,
        end: () => false,
      },
      version: '1',
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
