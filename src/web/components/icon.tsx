import type { JSX } from 'preact';

/** Strokes in a 24 by 24 box. */
const ICON_PATHS = {
  map: 'M9 4 3 6v14l6-2 6 2 6-2V4l-6 2-6-2Zm0 0v14m6-12v14',
  devices: 'M12 21s6-6.5 6-11a6 6 0 1 0-12 0c0 4.5 6 11 6 11Zm0-9a2 2 0 1 0 0-4 2 2 0 0 0 0 4Z',
  alerts: 'M18 9a6 6 0 1 0-12 0c0 6-3 7-3 7h18s-3-1-3-7Zm-8 11a2.2 2.2 0 0 0 4 0',
  messages: 'M4 5h16v12H9l-5 4V5Zm4 5h8m-8 3h5',
  ports: 'M9 3v5m6-5v5M6 8h12v3a6 6 0 0 1-12 0V8Zm6 9v4',
  unknown: 'M9.2 9a3 3 0 1 1 4 2.8c-.8.4-1.2 1-1.2 2.2m0 3.5v.01M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Z',
  provisioning: 'M3 9h18M5 9v11m14-11v11M8 9V5h8v4m-6 4h4',
  users:
    'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7Zm-6 9c0-3 2.5-5 6-5s6 2 6 5m1-16a3.5 3.5 0 0 1 0 7m2 4.5c2 .6 3 2 3 4.5',
  account: 'M12 11.5a4 4 0 1 0 0-8 4 4 0 0 0 0 8Zm-8 9c0-3.6 3.4-6 8-6s8 2.4 8 6',
  displays: 'M3 5h18v11H3V5Zm6 15h6m-3-4v4',
  groups: 'M4 6h7v5H4V6Zm9 0h7v5h-7V6ZM4 14h7v5H4v-5Zm9 0h7v5h-7v-5Z',
  licenses: 'M12 14a5 5 0 1 0 0-10 5 5 0 0 0 0 10Zm-3-1-2 8 5-3 5 3-2-8',
  rules: 'M4 6h9m4 0h3M4 12h3m4 0h9M4 18h9m4 0h3M15 4v4M9 10v4m6 2v4',
  alertRules: 'M14 5.5A6 6 0 0 0 6 11c0 6-3 7-3 7h18s-2-.7-2.7-4M10 20a2.2 2.2 0 0 0 4 0M17 3v6m-3-3h6',
  zones: 'M5 6l9-2 6 7-4 8-10 1-3-8 2-6Zm0 0v.01M14 4v.01M20 11v.01M6 20v.01',
  health: 'M3 12h4l2.5-6 4 12 2.5-6h5',
  menu: 'M4 7h16M4 12h16M4 17h16',
  close: 'M6 6l12 12M18 6 6 18',
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14Zm5-2 5 5',
  theme: 'M12 3a9 9 0 1 0 0 18V3Zm0 0a9 9 0 0 1 0 18',
  signOut: 'M14 4h6v16h-6M4 12h11m-4-4 4 4-4 4',
  settings:
    'M12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6Zm0 3.5a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13Zm0-13V3m0 18v-2.5M5.5 12H3m18 0h-2.5M7.4 7.4 5.6 5.6m12.8 12.8-1.8-1.8m0-9.2 1.8-1.8M5.6 18.4l1.8-1.8',
  uplinks: 'M7.5 18a4 4 0 0 1-.6-7.9 5.5 5.5 0 0 1 10.6 1.2A3.4 3.4 0 0 1 17 18m-5 2v-8m-3 3 3-3 3 3',
  changes: 'M4 12a8 8 0 1 0 2.5-5.8L4 8.5M4 4v4.5h4.5M12 8v4.5l3 2',
  download: 'M12 4v11m-4-4 4 4 4-4M4 20h16',
  fit: 'M4 9V4h5m6 0h5v5m0 6v5h-5m-6 0H4v-5',
  target: 'M12 3v4m0 10v4M3 12h4m10 0h4m-9 5a5 5 0 1 0 0-10 5 5 0 0 0 0 10Z',
  back: 'M15 5l-7 7 7 7',
  forward: 'M9 5l7 7-7 7',
  play: 'M8 5v14l11-7-11-7Z',
  pause: 'M8 5v14M16 5v14',
  print: 'M7 9V4h10v5M7 18H4V9h16v9h-3M7 14h10v6H7v-6Z',
} as const;
export type IconName = keyof typeof ICON_PATHS;

/** Icons accompany text, so screen readers skip them. */
export const Icon = ({ name }: { readonly name: IconName }): JSX.Element => (
  <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <path d={ICON_PATHS[name]} />
  </svg>
);
