import { apart, runAlertLoad } from './run-alert-load.js';

await runAlertLoad(apart);
