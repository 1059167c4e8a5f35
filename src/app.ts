import { join } from 'node:path';
import { CHANNEL_MODULES, channelPorts, createChannels } from './channels/index.js';
import { startPeriodicTasks } from './periodic-tasks.js';
import type { ConnectionLimits } from './http/listener/connection-limits.js';
import { createHttp } from './http/server.js';
import { buildOpenApi } from './http/openapi.js';
import type { Route } from './http/route.js';
import { routes } from './http/routes/index.js';
import { createTokens } from './http/tokens.js';
import { createLogger, type Logger } from './logger.js';
import { packageVersion } from './package.js';
import { protocols } from './protocols/index.js';
import type { Protocol } from './protocols/protocol.js';
import type { Config } from './schema/config/config.js';
import { openPort } from './serial/transport/open-port.js';
import { createPorts } from './serial/port/ports.js';
import type { WatchDevices } from './serial/port/hotplug.js';
import { readNodeIdentity } from './serial/linux/node-identity.js';
import { watchDevices } from './serial/linux/device-watcher.js';
import { timers as realTimers, type Timers } from './time/timers.js';
import { createAuthentication } from './services/accounts/authentication.js';
import { createAlerts } from './services/history/alerts.js';
import { createLoginThrottle } from './services/accounts/login-throttle.js';
import { createClock, type Clock } from './time/clock.js';
import type { ClockSources } from './services/time/clock-trust.js';
import { createDevices } from './services/devices/devices.js';
import { createFeed } from './services/events/feed.js';
import { createForecast } from './services/devices/forecast.js';
import { createGroups } from './services/groups.js';
import { createHealth } from './services/system/health.js';
import { createIngest } from './services/ingest/ingest.js';
import { createLogLevels } from './services/system/log-level.js';
import { createLocations } from './services/history/locations.js';
import { createAdvertiser } from './services/system/mdns/advertiser.js';
import { ARCHIVE_NAME, createMapArchives } from './services/system/map-archive.js';
import { createMetrics } from './services/system/metrics.js';
import { createNotificationRules } from './services/notification-rules.js';
import type { Channels } from './services/outbox/dispatcher.js';
import { createOutbox } from './services/outbox/outbox.js';
import { createPortMonitor } from './services/events/port-monitor.js';
import { visiblePorts } from './services/events/visible-ports.js';
import { capabilitiesOf } from './services/provisioning/capabilities.js';
import { createProvisioningSessions } from './services/provisioning/sessions.js';
import { createTemplates } from './services/provisioning/templates.js';
import { createQuarantine } from './services/ingest/quarantine.js';
import { statusEvents } from './services/events/status-events.js';
import { createTime } from './services/time/time.js';
import { createMutex } from './mutex.js';
import { createUnknownDevices } from './services/devices/unknown-devices.js';
import { createApiUsageCounter } from './services/accounts/api-usage.js';
import { createUsers } from './services/accounts/users.js';
import { createDiskWear } from './services/system/disk-wear.js';
import { readBlockBytes } from './disk/proc-io.js';
import { createCertificateLoader } from './tls/certificate.js';
import { diskSpaceOf } from './disk/space.js';
import { openKeys } from './store/keys.js';
import { stateBytesOf } from './store/check/state-bytes.js';
import { openStore } from './store/store.js';

export type AppOptions = {
  readonly config: Config;
  /** the data folder */
  readonly data: string;
  /** the administrator's key for the first start; one is made when it is left out */
  readonly adminApiKey?: string | undefined;
  /** Hears the key that was made, at once: whatever fails after that, it can not be seen again. */
  readonly onAdminKeyCreated?: (adminApiKey: string) => void;
};

/** Parts that a test may bring itself. */
export type AppOverrides = {
  readonly clock?: Clock;
  readonly logger?: Logger;
  readonly limits?: ConnectionLimits;
  /** of the feed */
  readonly timers?: Timers;
  readonly watchDevices?: WatchDevices;
  readonly clockSources?: ClockSources;
  readonly channels?: Channels;
};

export type App = {
  /** Resolves once it answers: with the port and, over TLS, the certificate's SHA-256 fingerprint. */
  readonly start: () => Promise<{ readonly port: number; readonly fingerprint: string | undefined }>;
  /** Resolves once the disk has answered: with why nothing can be written, null while writing works. Costs no write. */
  readonly checkWritable: () => Promise<string | null>;
  /** Finishes what is in flight, then closes everything it opened, in the reverse order. */
  readonly stop: () => Promise<void>;
};

/** The whole machine on one screen. */
export async function createApp(options: AppOptions, overrides: AppOverrides = {}): Promise<App> {
  const { config, data, adminApiKey, onAdminKeyCreated } = options;
  const clock = overrides.clock ?? createClock();
  const logger = overrides.logger ?? createLogger(config.log.level);
  const timers = overrides.timers ?? realTimers;
  const { timeZone } = config;

  const version = packageVersion();
  const store = await openStore({
    folder: data,
    clock,
    logger,
    age: () => trust.trustedNow(),
    waypostVersion: version,
    ...config.store,
  });
  const { clockSources: sources } = overrides;
  const time = createTime({ clock, store, timeZone, timers, logger, isGnssTime, sources });
  const { trust, trustedClock, today } = time;
  try {
    // It is made with the first administrator, and not before the configuration has turned out to be right.
    const gatewayId = (): string => store.state.gatewayId ?? '';

    // Who changes devices, groups or users decides on what the one before has changed.
    const exclusive = createMutex();
    const devices = createDevices({ store, clock: trustedClock, today, licenses: config.licenses.total, exclusive });
    const groups = createGroups({ store, clock, exclusive });
    const notifications = createNotificationRules({ store, clock, exclusive });
    const users = createUsers({ store, clock: trustedClock, exclusive });
    const unknownDevices = createUnknownDevices({ store, exclusive });
    const { unknownDevices: unknownDevicePolicy } = config.serial;
    const quarantine = createQuarantine({ store, exclusive });
    const unknown =
      unknownDevicePolicy === 'drop'
        ? undefined
        : { quarantine, autoRegister: unknownDevicePolicy === 'register', logger };
    const channels =
      overrides.channels ??
      (await createChannels(config.notifications, {
        gatewayId,
        now: () => clock.now(),
        timers,
        logger,
        openPort: openPort,
        readNodeIdentity,
      }));
    const { ttl } = config.notifications;
    const outbox = createOutbox({
      store,
      devices,
      channels,
      formats: CHANNEL_MODULES,
      ttl,
      clock,
      time,
      timeZone,
      timers,
      logger,
    });
    const { appendWithMessages } = outbox.alertMessages;
    const receive = createIngest({ store, append: appendWithMessages, devices, clock, unknown, trust });
    const locations = createLocations({ store, devices, receive });
    const alerts = createAlerts({ store, devices, receive });
    const usage = createApiUsageCounter({ store, today });
    const gateway = {
      now: () => clock.now(),
      clockQuality: trust.quality,
      get gatewayId() {
        return gatewayId();
      },
    };
    const captureFolder = join(data, 'captures');
    const ports = createPorts({
      configs: config.serial.ports,
      excludedPaths: channelPorts(config.notifications).map(({ path }) => path),
      protocols,
      // A fault of ours is an answer to the tracker, not the end of its port.
      async receive(report) {
        time.observe(report);
        return await receive(report);
      },
      gateway,
      captureFolder,
      logger,
      watchDevices: config.serial.scan ? (overrides.watchDevices ?? watchDevices) : undefined,
      openPort: openPort,
    });

    const portsOf = visiblePorts({ ports, devices });
    const portLines = createPortMonitor({ ports, clock, timers, logger });
    const capabilities = capabilitiesOf(protocols);
    const templates = createTemplates({ store, capabilities, clock, exclusive });
    const provisionings = createProvisioningSessions({
      store,
      ports,
      devices,
      capabilities,
      clock,
      timers,
      logger,
      exclusive,
    });
    const statusOf = statusEvents({ portsOf, provisionings });
    const feed = createFeed({ store, ports, provisionings, devices, statusOf, clock: trustedClock, timers, logger });

    const accounts = createAuthentication({ store, clock: trustedClock, timeZone });
    const { writable } = store.status();
    const createdKey = writable ? await accounts.initialize(adminApiKey) : undefined;
    if (createdKey !== undefined) onAdminKeyCreated?.(createdKey);
    const { jwtSecret } = await openKeys(data, writable);
    const stateBytes = (): number => stateBytesOf(data);
    const wear = createDiskWear({ store, clock, sizes: config.store, stateBytes, blockBytes: readBlockBytes });
    const health = createHealth({
      store,
      ports,
      outbox: outbox.status,
      disk: () => diskSpaceOf(data),
      wear,
      clock,
      trust,
      version,
    });
    const attempts = createLoginThrottle(() => clock.monotonic());
    const metrics = createMetrics({ store, wear, ports, devices, attempts, outbox: outbox.status, version });
    const tokens = createTokens({
      accounts,
      gatewayId: gatewayId(),
      secret: jwtSecret,
      ttl: config.auth.tokenTtl,
      now: trust.earliestNow,
      isClockTrusted: () => trust.quality() !== 'none',
      clock,
    });
    let documentJson: string | undefined;
    const document = (): string => (documentJson ??= JSON.stringify(buildOpenApi(table, version)));
    const table: readonly Route[] = routes({
      accounts,
      attempts,
      tokens,
      devices,
      forecastFor: createForecast({ state: store.state, clock: trustedClock, timeZone }),
      clockView: time.view,
      logLevels: createLogLevels({ logger, configured: config.log.level }),
      locations,
      alerts,
      groups,
      users,
      messages: outbox.messages,
      notifications,
      portsOf,
      portLines,
      templates,
      capabilities,
      provisionings,
      unknownDevices,
      feed,
      mapArchives: createMapArchives(join(data, ARCHIVE_NAME)),
      health,
      metrics,
      now: () => clock.now(),
      document,
    });
    const { tls, ...httpConfig } = config.http;
    const loadCertificate = createCertificateLoader({ folder: data, ...tls, now: trust.trustedNow, writable });
    const certificate = tls.enabled ? await loadCertificate() : undefined;
    const http = createHttp({
      ...httpConfig,
      routes: table,
      tokens,
      usage,
      onRequest: metrics.recordRequest,
      logger,
      monotonic: () => clock.monotonic(),
      ...(overrides.limits && { limits: overrides.limits }),
      credentials: certificate,
    });
    const advertiser = createAdvertiser({ config: config.mdns, host: config.http.host, timers, logger });
    let stopPeriodicTasks = (): void => undefined;

    return {
      async start() {
        const port = await http.start();
        time.start();
        ports.start();
        provisionings.start();
        outbox.start();
        stopPeriodicTasks = startPeriodicTasks({
          flushUsage: usage.flush,
          applyRetention: store.applyRetention,
          renewCertificate: certificate && (() => loadCertificate().then(http.setCertificate)),
          logger,
        });
        advertiser.start({ port, secure: tls.enabled, id: gatewayId(), version });
        return { port, fingerprint: certificate?.fingerprint };
      },
      async checkWritable() {
        await store.probe();
        return store.status().reason;
      },
      async stop() {
        stopPeriodicTasks();
        await advertiser.stop();
        await provisionings.stop();
        await ports.stop();
        await outbox.stop();
        await time.stop();
        // A stream does not end by itself: the stop of the server would wait for it.
        feed.stop();
        portLines.stop();
        await http.stop();
        await usage.flush().catch(() => undefined);
        await store.close();
      },
    };
  } catch (error) {
    await store.close();
    throw error;
  }
}

const isGnssTime = (name: string): boolean => {
  const table: Readonly<Record<string, Protocol>> = protocols;
  return Object.hasOwn(table, name) && table[name]?.gnssTime === true;
};
