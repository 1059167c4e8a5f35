import { join } from 'node:path';
import { createChannels, unitsOf } from './channels/index.js';
import { beginChores } from './chores.js';
import type { Limits } from './http/limits.js';
import { createHttp } from './http/server.js';
import { openApiOf } from './http/openapi.js';
import type { Route } from './http/route.js';
import { routes } from './http/routes/index.js';
import { createTokens } from './http/tokens.js';
import { createLogger, type Logger } from './logger.js';
import { packageVersion } from './package-version.js';
import { protocols } from './protocols/index.js';
import type { Protocol } from './protocols/protocol.js';
import type { Config } from './schema/config.js';
import { openAny } from './serial/any-port.js';
import { createPorts } from './serial/ports.js';
import type { WatchDevices } from './serial/finder.js';
import { identify } from './serial/machine/presence.js';
import { watchDevices } from './serial/machine/watch.js';
import { timers as realTimers, type Timers } from './serial/timers.js';
import { createAccounts } from './services/accounts.js';
import { createAlerts } from './services/alerts.js';
import { createAttempts } from './services/attempts.js';
import { createClock, type Clock } from './services/clock.js';
import type { ClockSources } from './services/clock-trust.js';
import { createDevices } from './services/devices.js';
import { createFeed } from './services/feed.js';
import { createForecast } from './services/forecast.js';
import { createGroups } from './services/groups.js';
import { createHealth } from './services/health.js';
import { createIngest } from './services/ingest.js';
import { createLogLevels } from './services/log-level.js';
import { createLocations } from './services/locations.js';
import { createAdvertiser } from './services/mdns/advertiser.js';
import { ARCHIVE_NAME, createMapArchives } from './services/map-archive.js';
import { createMetrics } from './services/metrics.js';
import { createNotifications } from './services/notifications.js';
import type { Channels } from './services/outbox/courier.js';
import { createOutbox } from './services/outbox/outbox.js';
import { createPortLines } from './services/port-lines.js';
import { createPortView } from './services/port-view.js';
import { capabilitiesOf } from './services/provisioning/capabilities.js';
import { createProvisionings } from './services/provisioning/provisionings.js';
import { createTemplates } from './services/provisioning/templates.js';
import { createQuarantine } from './services/quarantine.js';
import { createStanding } from './services/standing.js';
import { createTime } from './services/time.js';
import { createTurns } from './turns.js';
import { createUnknownDevices } from './services/unknown-devices.js';
import { createUsage } from './services/usage.js';
import { createUsers } from './services/users.js';
import { createWear } from './services/wear.js';
import { blockBytes } from './store/block-bytes.js';
import { createCertificate } from './store/certificate.js';
import { diskSpaceOf } from './store/disk-space.js';
import { openKeys } from './store/keys.js';
import { stateBytesOf } from './store/state-bytes.js';
import { openStore } from './store/store.js';

export type AppOptions = {
  readonly config: Config;
  /** the data folder */
  readonly data: string;
  /** the administrator's key for the first start; one is made when it is left out */
  readonly adminApiKey?: string | undefined;
  /** Hears the key that was made, at once: whatever fails after that, it can not be seen again. */
  readonly onKeyMade?: (adminApiKey: string) => void;
};

/** Parts that a test may bring itself. */
export type Parts = {
  readonly clock?: Clock;
  readonly logger?: Logger;
  readonly limits?: Limits;
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
  readonly pulse: () => Promise<string | null>;
  /** Finishes what is in flight, then closes everything it opened, in the reverse order. */
  readonly stop: () => Promise<void>;
};

/** The whole machine on one screen. */
export async function createApp(options: AppOptions, parts: Parts = {}): Promise<App> {
  const { config, data, adminApiKey, onKeyMade } = options;
  const clock = parts.clock ?? createClock();
  const logger = parts.logger ?? createLogger(config.log.level);
  const timers = parts.timers ?? realTimers;
  const { timeZone } = config;

  const version = packageVersion();
  const store = await openStore({
    folder: data,
    clock,
    logger,
    age: () => trust.known(),
    waypost: version,
    ...config.store,
  });
  const { clockSources: sources } = parts;
  const time = createTime({ clock, store, timeZone, timers, logger, isSatelliteTime, sources });
  const { trust, known, today } = time;
  try {
    // It is made with the first administrator, and not before the configuration has turned out to be right.
    const gatewayId = (): string => store.state.gatewayId ?? '';

    // Who changes devices, groups or users decides on what the one before has changed.
    const inTurn = createTurns();
    const devices = createDevices({ store, clock: known, today, licences: config.licenses.total, inTurn });
    const groups = createGroups({ store, clock, inTurn });
    const notifications = createNotifications({ store, clock, inTurn });
    const users = createUsers({ store, clock: known, inTurn });
    const unknownDevices = createUnknownDevices({ store, inTurn });
    const { unknownDevices: wanted } = config.serial;
    const quarantine = createQuarantine({ store, inTurn });
    const unknown = wanted === 'drop' ? undefined : { quarantine, registers: wanted === 'register', logger };
    const channels =
      parts.channels ??
      (await createChannels(config.notifications, {
        gatewayId,
        now: () => clock.now(),
        timers,
        logger,
        openPort: openAny,
        identify,
        onReport(report) {
          outbox.report(report.id, report);
        },
      }));
    const { ttl, sms } = config.notifications;
    const outbox = createOutbox({ store, devices, channels, unitsOf, ttl, clock, time, timeZone, timers, logger });
    const { append } = outbox.notify;
    const receive = createIngest({ store, append, devices, clock, unknown, trust });
    const locations = createLocations({ store, devices, receive });
    const alerts = createAlerts({ store, devices, receive });
    const usage = createUsage({ store, today });
    const gateway = {
      now: () => clock.now(),
      clockQuality: trust.quality,
      get gatewayId() {
        return gatewayId();
      },
    };
    const captures = join(data, 'captures');
    const ports = createPorts({
      configs: config.serial.ports,
      taken: sms.path === '' ? [] : [sms.path],
      protocols,
      // A fault of ours is an answer to the tracker, not the end of its port.
      async receive(report) {
        time.hear(report);
        return await receive(report);
      },
      gateway,
      captures,
      logger,
      watchDevices: config.serial.scan ? (parts.watchDevices ?? watchDevices) : undefined,
      openPort: openAny,
    });

    const portsOf = createPortView({ ports, devices });
    const portLines = createPortLines({ ports, clock, timers, logger });
    const capabilities = capabilitiesOf(protocols);
    const templates = createTemplates({ store, capabilities, clock, inTurn });
    const provisionings = createProvisionings({ store, ports, devices, capabilities, clock, timers, logger, inTurn });
    const standingOf = createStanding({ portsOf, provisionings });
    const feed = createFeed({ store, ports, provisionings, devices, standingOf, clock: known, timers, logger });

    const accounts = createAccounts({ store, clock: known, timeZone });
    const { writable } = store.status();
    const madeKey = writable ? await accounts.firstStart(adminApiKey) : undefined;
    if (madeKey !== undefined) onKeyMade?.(madeKey);
    const { jwtSecret } = await openKeys(data, writable);
    const stateBytes = (): number => stateBytesOf(data);
    const wear = createWear({ store, clock, sizes: config.store, stateBytes, blockBytes });
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
    const attempts = createAttempts(() => clock.monotonic());
    const metrics = createMetrics({ store, wear, ports, devices, attempts, outbox: outbox.status, version });
    const tokens = createTokens({
      accounts,
      gatewayId: gatewayId(),
      secret: jwtSecret,
      ttl: config.auth.tokenTtl,
      now: trust.least,
      isBelieved: () => trust.quality() !== 'none',
      clock,
    });
    let written: string | undefined;
    const document = (): string => (written ??= JSON.stringify(openApiOf(table, version)));
    const table: readonly Route[] = routes({
      accounts,
      attempts,
      tokens,
      devices,
      forecastFor: createForecast({ state: store.state, clock: known, timeZone }),
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
    const loadCertificate = createCertificate({ folder: data, ...tls, now: trust.known, writable });
    const certificate = tls.enabled ? await loadCertificate() : undefined;
    const http = createHttp({
      ...httpConfig,
      routes: table,
      tokens,
      usage,
      served: metrics.served,
      logger,
      monotonic: () => clock.monotonic(),
      ...(parts.limits && { limits: parts.limits }),
      credentials: certificate,
    });
    const advertiser = createAdvertiser({ config: config.mdns, host: config.http.host, timers, logger });
    let endChores = (): void => undefined;

    return {
      async start() {
        const port = await http.start();
        time.start();
        ports.start();
        provisionings.start();
        outbox.start();
        endChores = beginChores({
          flush: usage.flush,
          retain: store.retain,
          renew: certificate && (() => loadCertificate().then(http.present)),
          logger,
        });
        advertiser.start({ port, secure: tls.enabled, id: gatewayId(), version });
        return { port, fingerprint: certificate?.fingerprint };
      },
      async pulse() {
        await store.probe();
        return store.status().reason;
      },
      async stop() {
        endChores();
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

const isSatelliteTime = (name: string): boolean => {
  const table: Readonly<Record<string, Protocol>> = protocols;
  return Object.hasOwn(table, name) && table[name]?.satelliteTime === true;
};
