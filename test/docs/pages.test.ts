import { holdPage } from './page.js';

/** A mail server that is never reached, so messages stay queued. */
const email = { smtp: { host: '127.0.0.1', port: 1 }, from: 'depot@example.org' };

holdPage('README.md');
holdPage('.github/CONTRIBUTING.md');
holdPage('src/README.md');
holdPage('src/languages/README.md');
holdPage('src/services/alert-rules/alert-rules.md');
holdPage('src/domain/trips/trips.md');
holdPage('src/services/uplinks/uplinks.md');
holdPage('src/uplinks/mqtt/mqtt.md');
holdPage('src/http/api.md', { config: { notifications: { email } } });
holdPage('systemd/installing.md', { unattended: false });
holdPage('systemd/security.md');
holdPage('systemd/supply.md');
