import type { DashboardPage } from './page.js';

/** The rows of the pages of zones. */
export const zonePages: readonly DashboardPage[] = [
  {
    name: 'zones',
    path: '/zones',
    title: 'zones',
    section: 'administration',
    icon: 'zones',
    load: async () => (await import('./zones.js')).ZonesPage,
  },
  {
    name: 'newZone',
    path: '/zones/new',
    title: 'zones',
    parent: 'zones',
    icon: 'zones',
    privilege: 'messages',
    unrestricted: true,
    // With the drawing of zones on maps, which is loaded on demand elsewhere.
    load: async () =>
      (await Promise.all([import('./new-zone.js'), import('../map/zones/zones-layer.js')]))[0].NewZonePage,
  },
  {
    name: 'zone',
    path: '/zones/:zoneId',
    title: 'zones',
    parent: 'zones',
    icon: 'zones',
    privilege: 'messages',
    unrestricted: true,
    load: async () => (await Promise.all([import('./zone.js'), import('../map/zones/zones-layer.js')]))[0].ZonePage,
  },
];
