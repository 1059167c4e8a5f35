import { benchMachine } from '../docs/bench-machine.js';
import { holdPage } from '../docs/page.js';

holdPage('systemd/operating.md');
holdPage('systemd/monitoring/monitoring.md');
holdPage('src/services/provisioning/provisioning.md', benchMachine());
holdPage('src/serial/trackers.md');
holdPage('src/simulator/simulator.md');
holdPage('src/services/outbox/messages.md');
holdPage('src/store/store.md');
holdPage('src/services/time/time.md');
holdPage('src/cli/command-line.md');
holdPage('src/web/dashboard.md');
