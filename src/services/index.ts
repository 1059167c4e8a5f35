import { randomBytes } from 'node:crypto';
import type { DiskSpace } from '../disk/space.js';
import type { Receive } from '../domain/report.js';
import type { LogTail } from '../log-tail.js';
import type { Logger } from '../logger.js';
import type { Mutex } from '../mutex.js';
import type { User } from '../schema/accounts/user.js';
import type { Config } from '../schema/config/config.js';
import type { PortStatus } from '../schema/ports/port.js';
import type { PortsAndListeners } from '../serial/listeners/listeners.js';
import type { PreviousStores } from '../store/backup/previous-stores.js';
import type { NamedSecrets } from '../store/secrets.js';
import type { Store } from '../store/store.js';
import type { Timers } from '../time/clock.js';
import { createAccounts, type Accounts } from './accounts/accounts.js';
import { createApiUsageCounter, type ApiUsageCounter } from './accounts/api-usage.js';
import { createLoginThrottle, type LoginThrottle } from './accounts/login-throttle.js';
import { createChanges, type Changes } from './changes.js';
import { createCommands, type Commands } from './commands/commands.js';
import type { Devices } from './devices/devices.js';
import type { Edits } from './edits.js';
import { createUnknownDevices, type UnknownDevices } from './devices/unknown-devices.js';
import { createFeed, type Feed } from './events/feed.js';
import { createPortMonitor, type PortMonitor } from './events/port-monitor.js';
import { statusEvents, visibleConnections, visiblePorts, type VisibleConnections } from './events/status-events.js';
import { createFileServices, type FileAccess, type FileServices } from './files/file-services.js';
import { createAlertRules, type AlertRules } from './alert-rules/alert-rules.js';
import { createRulePreviews, type RulePreviews } from './alert-rules/preview.js';
import type { RuleTotals } from './alert-rules/rule-totals.js';
import { createZones, type Zones } from './alert-rules/zones.js';
import { createGroups, type Groups } from './groups.js';
import { createAcknowledgements } from './history/acknowledgements.js';
import { createAlerts, type Alerts } from './history/alerts.js';
import { createLocations, type Locations } from './history/locations.js';
import { createReads, type Reads } from './history/reads.js';
import { createDepots, type Depots } from './depots.js';
import { createDepotDevices } from './devices/depot-devices.js';
import { createRecordPosts, type RecordPosts } from './history/record-posts.js';
import { createRecords, type Records } from './history/records.js';
import { createTrails, type Trails } from './history/trails.js';
import { createTrips, type Trips } from './history/trips.js';
import { createNotificationRules, type NotificationRules } from './notification-rules.js';
import { createPortSettings, type PortSettingsService } from './port-settings.js';
import type { Messages } from './outbox/messages.js';
import type { Outbox } from './outbox/outbox.js';
import type { Capabilities } from './provisioning/capabilities.js';
import { createProvisioningSessions, type ProvisioningSessions } from './provisioning/sessions.js';
import { createTemplates, type Templates } from './provisioning/templates.js';
import type { Settings } from './settings/settings.js';
import type { TestMessages } from './settings/test-messages.js';
import { createDiskWear } from './system/disk-wear.js';
import { createHealth, type Health } from './system/health.js';
import { createLogLevels, type LogLevels } from './system/log-level.js';
import { createMapArchives, type MapArchives } from './system/map-archive.js';
import { createMetrics, type Metrics } from './system/metrics.js';
import type { LogBudgets } from './system/log-budgets.js';
import type { Refusals } from './system/refusals.js';
import { createResidentBytes } from './system/resident-bytes.js';
import type { Time } from './time/time.js';
import type { Uplinks } from './uplinks/uplinks.js';
import { createWebhookSettings, type Webhooks } from './webhooks.js';

/** Everything that HTTP gets of the gateway. */
export type Services = {
  readonly time: Time;
  readonly apiUsage: ApiUsageCounter;
  readonly devices: Devices;
  readonly unknownDevices: UnknownDevices;
  readonly groups: Groups;
  readonly notificationRules: NotificationRules;
  readonly zones: Zones;
  readonly alertRules: AlertRules;
  readonly rulePreviews: RulePreviews;
  readonly locations: Locations;
  readonly alerts: Alerts;
  /** locations and alerts in order of arrival */
  readonly records: Records;
  /** records that other gateways forward */
  readonly depots: Depots;
  readonly recordPosts: RecordPosts;
  /** where the devices were in the last minutes */
  readonly trails: Trails;
  readonly trips: Trips;
  readonly changes: Changes;
  readonly reads: Reads;
  readonly messages: Messages;
  readonly commands: Commands;
  /** the ports that the user may see */
  readonly portsOf: (user: User) => readonly PortStatus[];
  readonly portSettings: PortSettingsService;
  /** the connections of a listener, page by page */
  readonly connectionsOf: VisibleConnections;
  readonly portMonitor: PortMonitor;
  readonly capabilities: Capabilities;
  readonly templates: Templates;
  readonly provisionings: ProvisioningSessions;
  readonly uplinks: Uplinks;
  readonly feed: Feed;
  readonly health: Health;
  readonly metrics: Metrics;
  readonly refusals: Refusals;
  readonly settings: Settings;
  readonly testMessages: TestMessages;
  readonly webhooks: Webhooks;
  readonly logLevels: LogLevels;
  readonly mapArchives: MapArchives;
} & Accounts &
  FileServices;

/** What every part of the gateway is built on. */
export type Core = {
  /** as at the start: what may change while the gateway runs is in `settings` */
  readonly config: Config;
  readonly settings: Settings;
  readonly store: Store;
  readonly logBudgets: LogBudgets;
  readonly time: Time;
  readonly timers: Timers;
  readonly logger: Logger;
  /** what `logger` wrote last */
  readonly logTail: LogTail;
  readonly refusals: Refusals;
  /** names of the alerts that need a person, as the API has them: may change while the gateway runs */
  readonly attentionNames: () => readonly string[];
  /** of webhooks and uplinks */
  readonly namedSecrets: NamedSecrets;
  /** Changes by users to devices, groups, users and the like, one after the other. */
  readonly edits: Edits;
  /** The same queue for changes by the gateway. */
  readonly exclusive: Mutex;
};

export type ServicesOptions = Core & {
  readonly devices: Devices;
  readonly outbox: Outbox;
  readonly testMessages: TestMessages;
  readonly receive: Receive;
  /** what the alert rules did */
  readonly ruleTotals: () => RuleTotals;
  readonly ports: PortsAndListeners;
  readonly capabilities: Capabilities;
  readonly uplinks: Uplinks;
  /** ms until a single tracker in provisioning that does not reply has failed; omitted: 30 s */
  readonly noAnswerMs?: number | undefined;
  /** path of the map archive */
  readonly mapPath: string;
  readonly files: FileAccess;
  readonly diskSpace: () => DiskSpace;
  /** the stores that restores replaced */
  readonly previousStores: () => PreviousStores;
  /** size of the newest snapshot */
  readonly stateBytes: () => number;
  /** written to block devices by this process, as counted by Linux; null if it does not count them */
  readonly blockBytes: () => number | null;
  readonly version: string;
};

export function createServices(options: ServicesOptions): Services {
  const { config, settings, store, time, timers, logger, refusals, edits } = options;
  const { devices, outbox, receive, ports, capabilities, testMessages, uplinks } = options;
  const acknowledgements = createAcknowledgements({ store, time, edits });
  const depots = createDepots({ store, time, edits });
  const depotDevices = createDepotDevices({ store, time, edits });
  const portsOf = visiblePorts({ ports, devices });
  const provisionings = createProvisioningSessions({
    ...{ store, ports, devices, capabilities, time, timers, logger, edits },
    noAnswerMs: options.noAnswerMs,
  });
  const statusOf = statusEvents({ portsOf, provisionings, uplinks });
  const loginThrottle = createLoginThrottle(time.monotonic);
  const status = createStatus(options, loginThrottle);
  return {
    time,
    refusals,
    apiUsage: createApiUsageCounter({ store, time }),
    ...createAccounts(options, loginThrottle),
    devices,
    unknownDevices: createUnknownDevices({ store, edits }),
    groups: createGroups({ store, time, edits }),
    notificationRules: createNotificationRules({ store, time, edits, webhookNames: webhookNamesOf(settings) }),
    zones: createZones({ store, time, edits }),
    alertRules: createAlertRules({ store, time, edits }),
    rulePreviews: createRulePreviews({ store, time }),
    locations: createLocations({ store, devices, receive }),
    alerts: createAlerts({ store, devices, receive, acknowledgements }),
    records: createRecords({ store, time }),
    depots,
    recordPosts: createRecordPosts({ store, receive, acknowledgements, depots, depotDevices }),
    trails: createTrails({ store, time }),
    trips: createTrips({ store, devices, time }),
    changes: createChanges({ store, time }),
    reads: createReads({ refusals }),
    messages: outbox.messages,
    commands: createCommands({
      store,
      devices,
      ports,
      messages: outbox.messages,
      time,
      timers,
      newKey,
      refusals,
      logger,
    }),
    portsOf,
    portSettings: createPortSettings({ store, ports, portsOf, edits }),
    connectionsOf: visibleConnections({ ports, portsOf }),
    portMonitor: createPortMonitor({ ports, time, timers, logger, refusals }),
    capabilities,
    templates: createTemplates({ store, capabilities, time, edits }),
    provisionings,
    uplinks,
    feed: createFeed({ store, devices, ports, provisionings, uplinks, statusOf, time, timers, logger, refusals }),
    settings,
    testMessages,
    webhooks: createWebhookSettings({
      ...{ store, settings, testMessages, edits, secrets: options.namedSecrets },
      configured: config.notifications.webhooks,
      statusFor: (name) => outbox.channels.get('webhook')?.statusFor?.(name),
    }),
    logLevels: createLogLevels({ store, logger, settings }),
    mapArchives: createMapArchives(options.mapPath),
    ...status,
    ...createFileServices({
      ...{ access: options.files, diskSpace: options.diskSpace, partBytes: config.http.bodyLimit },
      bundleParts: async (user) => ({
        ...asFiles({ health: status.health.full(user), 'gateway-ports': portsOf(user) }),
        ...(uplinks.list(user).ok && asFiles({ uplinks: uplinks.readings() })),
        'metrics.txt': await status.metrics.text(),
      }),
      ...{ store, time, timers, logger, refusals },
    }),
  };
}

const asFiles = (values: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [`${name}.json`, JSON.stringify(value, undefined, 2)]),
  );

const webhookNamesOf = (settings: Settings) => (): readonly string[] =>
  settings.current().notifications.webhooks.map(({ name }) => name);

/** Names a command to its tracker. */
const newKey = (): string => randomBytes(6).toString('hex');

/** Health and metrics, which count failed sign-ins. */
function createStatus(options: ServicesOptions, loginThrottle: LoginThrottle): Pick<Services, 'health' | 'metrics'> {
  const {
    config,
    settings,
    store,
    time,
    devices,
    outbox,
    ruleTotals,
    ports,
    uplinks,
    refusals,
    diskSpace,
    previousStores,
    stateBytes,
    blockBytes,
    version,
  } = options;
  const wear = createDiskWear({ store, time, sizes: config.store, stateBytes, blockBytes });
  return {
    health: createHealth({
      store,
      retentionDays: () => settings.current().store.retention.days,
      ports,
      outbox: outbox.status,
      uplinks: uplinks.readings,
      disk: diskSpace,
      previousStores,
      memoryBytes: createResidentBytes(),
      wear,
      time,
      version,
    }),
    metrics: createMetrics({
      ...{ store, wear, ports, devices, loginThrottle, refusals, outbox, ruleTotals, time, version },
      disk: diskSpace,
      uplinks: uplinks.readings,
    }),
  };
}
