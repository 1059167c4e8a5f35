import { runAlertLoad, together } from './run-alert-load.js';

await runAlertLoad(together);
