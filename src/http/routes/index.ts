import type { Route } from '../route.js';
import { alertRoutes } from './alerts.js';
import { clockRoutes } from './clock.js';
import { dashboardRoutes } from './dashboard.js';
import { deviceRoutes } from './devices.js';
import { docRoutes } from './docs.js';
import { eventRoutes } from './events.js';
import { groupRoutes } from './groups.js';
import { healthRoutes } from './health.js';
import { licenseRoutes } from './licenses.js';
import { limitRoutes } from './limits.js';
import { locationRoutes } from './locations.js';
import { logRoutes } from './log.js';
import { mapRoutes } from './map.js';
import { messageRoutes } from './messages.js';
import { metricsRoutes } from './metrics.js';
import { notificationRoutes } from './notifications.js';
import { localizedNameRoutes } from './localized-names.js';
import { portLineRoutes } from './port-lines.js';
import { portRoutes } from './ports.js';
import { provisioningRoutes } from './provisioning.js';
import { templateRoutes } from './templates.js';
import { tokenRoutes } from './token.js';
import { unknownDeviceRoutes } from './unknown-devices.js';
import { userRoutes } from './users.js';

/** What the rows are made of; each file takes what it needs. */
export type Services = Parameters<typeof tokenRoutes>[0] &
  Parameters<typeof deviceRoutes>[0] &
  Parameters<typeof locationRoutes>[0] &
  Parameters<typeof alertRoutes>[0] &
  Parameters<typeof messageRoutes>[0] &
  Parameters<typeof notificationRoutes>[0] &
  Parameters<typeof licenseRoutes>[0] &
  Parameters<typeof groupRoutes>[0] &
  Parameters<typeof localizedNameRoutes>[0] &
  Parameters<typeof mapRoutes>[0] &
  Parameters<typeof userRoutes>[0] &
  Parameters<typeof portRoutes>[0] &
  Parameters<typeof portLineRoutes>[0] &
  Parameters<typeof unknownDeviceRoutes>[0] &
  Parameters<typeof templateRoutes>[0] &
  Parameters<typeof provisioningRoutes>[0] &
  Parameters<typeof eventRoutes>[0] &
  Parameters<typeof docRoutes>[0] &
  Parameters<typeof metricsRoutes>[0] &
  Parameters<typeof clockRoutes>[0] &
  Parameters<typeof logRoutes>[0] &
  Parameters<typeof healthRoutes>[0];

/** The table: one file a resource, one line here. The first row that fits a path is taken. */
export const routes = (services: Services): Route[] => [
  ...tokenRoutes(services),
  ...deviceRoutes(services),
  ...limitRoutes(services),
  ...locationRoutes(services),
  ...alertRoutes(services),
  ...messageRoutes(services),
  ...notificationRoutes(services),
  ...licenseRoutes(services),
  ...groupRoutes(services),
  ...localizedNameRoutes(services),
  ...mapRoutes(services),
  ...userRoutes(services),
  ...portRoutes(services),
  ...portLineRoutes(services),
  ...unknownDeviceRoutes(services),
  ...templateRoutes(services),
  ...provisioningRoutes(services),
  ...clockRoutes(services),
  ...logRoutes(services),
  ...healthRoutes(services),
  ...eventRoutes(services),
  ...metricsRoutes(services),
  ...docRoutes(services),
  ...dashboardRoutes(),
];
