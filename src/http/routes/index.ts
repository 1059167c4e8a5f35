import type { Route } from '../route.js';
import { deviceRoutes } from './devices.js';
import { healthRoutes } from './health.js';
import { locationRoutes } from './locations.js';
import { portRoutes } from './ports.js';
import { tokenRoutes } from './token.js';

/** What the rows are made of; each file takes what it needs. */
export type Services = Parameters<typeof tokenRoutes>[0] &
  Parameters<typeof deviceRoutes>[0] &
  Parameters<typeof locationRoutes>[0] &
  Parameters<typeof portRoutes>[0] &
  Parameters<typeof healthRoutes>[0];

/** The table: one file a resource, one line here. */
export const routes = (services: Services): Route[] => [
  ...tokenRoutes(services),
  ...deviceRoutes(services),
  ...locationRoutes(services),
  // alerts: POST and GET /api/devices/{deviceId}/alerts
  // limits, messages, licenses
  // groups, users
  ...portRoutes(services),
  // unknownDevices, templates, provisioning
  ...healthRoutes(services),
  // events, metrics, openapi.json, docs, dashboard
];
