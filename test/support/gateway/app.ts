import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApp, type App } from '../../../src/app.js';
import { valueOf } from '../../../src/errors.js';
import type { ConnectionLimits } from '../../../src/http/listener/connection-limits.js';
import type { DiskSpace } from '../../../src/disk/space.js';
import type { GatewayTools } from '../../../src/gateway-files.js';
import type { LogTail } from '../../../src/log-tail.js';
import { silentLogger, type Logger } from '../../../src/logger.js';
import { validateConfig } from '../../../src/schema/config/config.js';
import type { Change } from '../../../src/schema/entry.js';
import type { Timers } from '../../../src/time/clock.js';
import { createAuthentication } from '../../../src/services/accounts/authentication.js';
import type { ClockSources } from '../../../src/services/time/clock-trust.js';
import type { Channels } from '../../../src/services/outbox/channel-set.js';
import { request, signIn, type Answer, type Client } from '../api/client.js';
import { createTestClock, type TestClock } from '../time/clock.js';
import { TEST_KEY } from './gateway.js';
import { openTestStore } from '../store/store.js';
import { createTestSources } from '../time/clock-stub.js';
import { createTestTime } from '../time/test-time.js';

export type Sent = { readonly status: number; readonly body: Answer; readonly headers: Headers };

export type TestApp = {
  /** stops the gateway until `change` */
  readonly stop: () => Promise<void>;
  readonly restart: () => Promise<void>;
  readonly url: () => string;
  readonly port: () => number;
  /** the data folder */
  readonly data: () => string;
  readonly clock: TestClock;
  /** signed in as the administrator */
  readonly admin: () => Client;
  /** a call by the administrator, with the response headers */
  readonly call: (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Sent>;
  /** stops, appends changes that no API call can make, and starts again */
  readonly change: (changes: readonly Change[]) => Promise<void>;
};

export type TestAppOptions = {
  readonly config?: object;
  /** the keys of `config` that settings do not change */
  readonly configured?: readonly string[];
  /** timers of the feed */
  readonly timers?: Timers;
  /** changes in the store before the first start, in addition to the administrator */
  readonly seed?: () => Promise<readonly Change[]>;
  /** puts files into the data folder before the first start */
  readonly prepare?: (folder: string) => void;
  readonly logger?: Logger;
  readonly logTail?: LogTail;
  readonly tools?: GatewayTools;
  readonly diskSpace?: () => DiskSpace;
  readonly limits?: ConnectionLimits;
  readonly clockSources?: ClockSources;
  readonly channels?: Channels;
};

/** One gateway in this process for all tests of a suite, with a stopped clock. Call it in `describe`. */
export function useApp({
  config = {},
  configured = [],
  seed,
  prepare,
  logger = silentLogger,
  ...parts
}: TestAppOptions = {}): TestApp {
  let clock = createTestClock();
  let folder = '';
  let app: App | undefined;
  let port = 0;
  let admin: Client | undefined;

  const url = (): string => `http://127.0.0.1:${port}`;
  const signedIn = (): Client => {
    if (admin === undefined) throw new Error('the gateway is not started yet');
    return admin;
  };

  async function append(changes: readonly Change[]): Promise<void> {
    const store = await openTestStore(folder, { clock });
    try {
      await createAuthentication({ store, time: createTestTime(clock) }).initialize(TEST_KEY);
      if (changes.length > 0) await store.append(changes);
    } finally {
      await store.close();
    }
  }
  async function start(): Promise<void> {
    const settings = valueOf(validateConfig({ ...config, http: { ...httpOf(config), host: '127.0.0.1', port: 0 } }));
    app = await createApp(
      { config: settings, configured: new Set(configured), data: folder },
      { clock, logger, clockSources: createTestSources().sources, ...parts },
    );
    ({ port } = await app.start());
  }

  async function stop(): Promise<void> {
    await app?.stop();
    app = undefined;
  }

  before(async () => {
    clock = createTestClock();
    folder = mkdtempSync(join(tmpdir(), 'waypost-test-'));
    await append((await seed?.()) ?? []);
    prepare?.(folder);
    await start();
    admin = await signIn(url(), { apiKey: TEST_KEY });
  });
  after(async () => {
    await stop();
    rmSync(folder, { recursive: true, force: true });
  });

  return {
    url,
    port: () => port,
    data: () => folder,
    get clock() {
      return clock;
    },
    admin: signedIn,
    call: (method, path, body, headers) =>
      request(url(), method, path, body, { Authorization: `Bearer ${signedIn().token}`, ...headers }),
    stop,
    async restart() {
      await stop();
      await start();
    },
    async change(changes) {
      await stop();
      await append(changes);
      await start();
    },
  };
}

const httpOf = (config: object): object =>
  'http' in config && typeof config.http === 'object' ? (config.http ?? {}) : {};
