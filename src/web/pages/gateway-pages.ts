import type { DashboardPage } from './page.js';

/** The rows of the pages of the gateway itself. */
export const gatewayPages: readonly DashboardPage[] = [
  {
    name: 'uplinks',
    path: '/uplinks',
    title: 'uplinks',
    section: 'administration',
    icon: 'uplinks',
    privilege: 'admin',
    unrestricted: true,
    load: async () => (await import('./uplinks.js')).UplinksPage,
  },
  {
    name: 'settings',
    path: '/settings',
    title: 'settings',
    section: 'administration',
    icon: 'settings',
    privilege: 'admin',
    load: async () => (await import('./settings.js')).SettingsPage,
  },
  {
    name: 'maintenance',
    path: '/maintenance',
    title: 'maintenance',
    section: 'administration',
    icon: 'download',
    privilege: 'admin',
    load: async () => (await import('./maintenance.js')).MaintenancePage,
  },
  {
    name: 'changes',
    path: '/changes',
    title: 'changes',
    section: 'administration',
    icon: 'changes',
    privilege: 'admin',
    unrestricted: true,
    load: async () => (await import('./changes.js')).ChangesPage,
  },
  {
    name: 'health',
    path: '/health',
    title: 'health',
    section: 'administration',
    icon: 'health',
    load: async () => (await import('./health.js')).HealthPage,
  },
];
