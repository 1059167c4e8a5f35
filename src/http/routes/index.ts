import type { Services } from '../../services/index.js';
import type { Route } from '../route.js';
import { alertRoutes } from './alerts.js';
import { alertRuleRoutes } from './alert-rules.js';
import { changeRoutes } from './changes.js';
import { clockRoutes } from './clock.js';
import { commandRoutes } from './commands.js';
import { dashboardRoutes } from './dashboard.js';
import { depotRoutes } from './depots.js';
import { deviceRoutes } from './devices.js';
import { displayRoutes } from './displays.js';
import { downloadRoutes } from './downloads.js';
import { docRoutes, type DocRoutesOptions } from './docs.js';
import { eventRoutes, type EventRoutesOptions } from './events.js';
import { groupRoutes } from './groups.js';
import { healthRoutes } from './health.js';
import { licenseRoutes } from './licenses.js';
import { limitRoutes } from './limits.js';
import { locationRoutes } from './locations.js';
import { logRoutes } from './log.js';
import { logLineRoutes } from './log-lines.js';
import { settingsRoutes } from './settings.js';
import { mapRoutes } from './map.js';
import { messageRoutes } from './messages.js';
import { metricsRoutes } from './metrics.js';
import { notificationRoutes } from './notifications.js';
import { localizedNameRoutes } from './localized-names.js';
import { portLineRoutes } from './port-lines.js';
import { portRoutes } from './ports.js';
import { provisioningRoutes } from './provisioning.js';
import { recordRoutes } from './records.js';
import { templateRoutes } from './templates.js';
import { tokenRoutes, type TokenRoutesOptions } from './token.js';
import { trailRoutes } from './trails.js';
import { tripRoutes } from './trips.js';
import { unknownDeviceRoutes } from './unknown-devices.js';
import { uploadRoutes } from './uploads.js';
import { uplinkRoutes } from './uplinks.js';
import { userRoutes } from './users.js';
import { webhookRoutes } from './webhooks.js';
import { zoneRoutes } from './zones.js';
import { yardRoutes } from './yard.js';

/** The services, and what only HTTP has. */
export type RouteServices = Services &
  Pick<TokenRoutesOptions, 'tokens'> &
  Pick<EventRoutesOptions, 'tickets'> &
  DocRoutesOptions;

/** The table: a file per resource and a row here. The first row that matches a path is used. */
export const routes = (services: RouteServices): Route[] =>
  [
    tokenRoutes,
    deviceRoutes,
    limitRoutes,
    locationRoutes,
    alertRoutes,
    trailRoutes,
    tripRoutes,
    recordRoutes,
    depotRoutes,
    messageRoutes,
    commandRoutes,
    notificationRoutes,
    zoneRoutes,
    alertRuleRoutes,
    licenseRoutes,
    groupRoutes,
    // Before the users: `countries` would be the id of a user.
    localizedNameRoutes,
    mapRoutes,
    yardRoutes,
    userRoutes,
    displayRoutes,
    portRoutes,
    portLineRoutes,
    unknownDeviceRoutes,
    uplinkRoutes,
    templateRoutes,
    provisioningRoutes,
    clockRoutes,
    changeRoutes,
    logRoutes,
    logLineRoutes,
    uploadRoutes,
    downloadRoutes,
    settingsRoutes,
    webhookRoutes,
    healthRoutes,
    eventRoutes,
    metricsRoutes,
    docRoutes,
    dashboardRoutes,
  ].flatMap((make) => make(services));
