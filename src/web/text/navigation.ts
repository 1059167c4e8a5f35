import { defineText } from './text.js';

/** Titles of the pages and of their sections. */
export const navigationText = defineText('navigation', {
  now: 'Now',
  equipment: 'Equipment',
  administration: 'Administration',
  map: 'Map',
  devices: 'Devices',
  device: 'Device',
  alerts: 'Alerts',
  messages: 'Messages',
  ports: 'Ports',
  unknownDevices: 'Unknown devices',
  provisioning: 'Provisioning',
  users: 'Users',
  account: 'Your account',
  displays: 'Wall screens',
  wall: 'Wall screen',
  groups: 'Groups',
  licenses: 'Licenses',
  alertRules: 'Alert rules',
  zones: 'Zones',
  rules: 'Notification rules',
  uplinks: 'Uplinks',
  settings: 'Settings',
  maintenance: 'Maintenance',
  health: 'Health',
});
