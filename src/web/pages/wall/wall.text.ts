import { defineText } from '../../text/text.js';

export const wallText = defineText('wall', {
  title: 'Wall screen',
  map: 'Map',
  alerts: 'Alerts of 24 hours',
  noAlerts: 'None.',
  fullScreen: 'Full screen',
  leaveFullScreen: 'Leave full screen',
  devices: 'Devices',
  leave: 'Leave',
});
