import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { missingIn, parseMetrics, type ScrapedMetrics } from '../support/monitoring/metrics.js';
import { readPrometheusRules } from '../support/monitoring/alert-rules-file.js';
import { freePort } from '../support/gateway/free-port.js';
import { dashboardErrors, expressionsOf, readDashboard } from '../support/monitoring/grafana-dashboard.js';
import { TEST_KEY } from '../support/gateway/gateway.js';
import { useApp } from '../support/gateway/app.js';
import { fixAt } from '../support/store/records.js';

/** Every metric has a series: a port, a listener, a channel, an uplink, a record and some requests. */
const config = {
  serial: {
    ports: [{ path: '/dev/not-there', protocol: 'json' }],
    listeners: [{ transport: 'udp', host: '127.0.0.1', port: await freePort(), protocol: 'json' }],
  },
  uplinks: [{ name: 'center', type: 'rest', url: 'http://127.0.0.1:1', userName: 'depot', apiKey: 'key' }],
  notifications: { email: { smtp: { host: '127.0.0.1', port: 1 }, from: 'depot@example.org' } },
};

describe('the monitoring files and the metrics of a gateway', () => {
  const app = useApp({ config });
  let metrics: ScrapedMetrics = new Map();

  before(async () => {
    await app.call('POST', '/api/devices', { id: 'bus' });
    await app.call('POST', '/api/devices/bus/locations', fixAt(1));
    const response = await fetch(`${app.url()}/metrics`, { headers: { Authorization: `Bearer ${app.admin().token}` } });
    metrics = parseMetrics(await response.text());
  });

  it('a metric, a label and a value that the gateway does not have are found', () => {
    const missing = (expression: string): readonly string[] => missingIn(expression, metrics);
    expect(missing('waypost_store_writable == 0')).to.deep.equal([]);
    expect(missing('waypost_store_written == 0')).to.deep.equal(['waypost_store_written']);
    expect(missing('waypost_channel_ready{port="email"}')).to.deep.equal(['waypost_channel_ready{port}']);
    expect(missing('waypost_channel_ready{channel=~"email|fax"}')).to.deep.equal([
      'waypost_channel_ready{channel="fax"}',
    ]);
    expect(missing('sum without (color) (waypost_channel_ready)')).to.deep.equal(['color']);
    expect(missing('vector(1)')).to.deep.equal(['no metric in vector(1)']);
  });

  it('every alert rule for Prometheus uses metrics, labels and values that the gateway has', () => {
    const rules = readPrometheusRules();
    expect(rules.length).to.be.at.least(20);
    expect(rules.flatMap(({ expression }) => missingIn(expression, metrics))).to.deep.equal([]);
  });

  it('every alert rule has a name of its own, a severity and a fix', () => {
    const rules = readPrometheusRules();
    expect(new Set(rules.map(({ alert }) => alert)).size).to.equal(rules.length);
    for (const { alert, severity, description } of rules) {
      expect(alert).to.match(/^Waypost[A-Z][A-Za-z]+$/);
      expect(severity, alert).to.be.oneOf(['critical', 'warning', 'info']);
      expect(description, alert).to.match(/^[A-Z_a-z].*\.$/);
    }
  });

  it('the page lists every alert rule with its duration and severity', () => {
    const page = readFileSync('systemd/monitoring/monitoring.md', 'utf8');
    const listed = [...page.matchAll(/^\| `(Waypost\w+)` +\| [^|]+\| (\S[^|]*?) +\| (\w+) +\|$/gm)].map((row) =>
      row.slice(1),
    );
    const rules = readPrometheusRules().map(({ alert, lasting, severity }) => [alert, lasting || 'at once', severity]);
    expect(listed).to.deep.equal(rules);
  });

  it('the expressions and variables of the dashboard for Grafana use metrics, labels and values that the gateway has', () => {
    const expressions = expressionsOf(readDashboard());
    expect(expressions.length).to.be.at.least(20);
    expect(expressions.flatMap((expression) => missingIn(expression, metrics))).to.deep.equal([]);
  });
});

describe('the configuration for Home Assistant', () => {
  const app = useApp();
  const text = readFileSync('systemd/monitoring/home-assistant.yaml', 'utf8');

  it('its requests sign in and read the fields of the last location that its templates name', async () => {
    await app.call('POST', '/api/devices', { id: 'bus-7' });
    await app.call('POST', '/api/devices/bus-7/locations', { ...fixAt(1), battery: 90 });
    const [signIn = '', lastLocation = ''] = [...text.matchAll(/ url: '([^']+)'/g)].map(([, url = '']) =>
      url.replace('http://gateway.example:8080', app.url()).replace('{{ device }}', 'bus-7'),
    );
    const headers = { 'Content-Type': 'application/json' };
    const body = JSON.stringify({ userName: 'admin', apiKey: TEST_KEY });
    const { token } = (await (await fetch(signIn, { method: 'POST', headers, body })).json()) as { token: string };
    const response = await fetch(lastLocation, { headers: { Authorization: `Bearer ${token}` } });
    const answer = (await response.json()) as { lastLocation: object };
    const named = [...text.matchAll(/answer\.content\.lastLocation\.(\w+)/g)].map(([, name = '']) => name);
    expect(named).to.deep.equal(['dateTime', 'latitude', 'longitude', 'battery']);
    expect(answer.lastLocation).to.include.all.keys(named);
  });
});

describe('the dashboard for Grafana', () => {
  it('the file has the fields of the dashboard JSON model, and a missing or unknown field is found', () => {
    const valid = readDashboard();
    expect(dashboardErrors(valid)).to.deep.equal([]);
    expect(dashboardErrors({ ...valid, panels: [] })).to.have.lengthOf(1);
    expect(dashboardErrors({ ...valid, color: 'red' })).to.have.lengthOf(1);
    expect(dashboardErrors({ ...valid, schemaVersion: undefined })).to.have.lengthOf(1);
  });

  it('every panel has an id of its own and a place that no other panel covers', () => {
    const { panels } = readDashboard();
    expect(new Set(panels.map(({ id }) => id)).size).to.equal(panels.length);
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, index) => `${x + (index % w)}:${y + Math.floor(index / w)}`),
    );
    expect(new Set(cells).size).to.equal(cells.length);
    for (const { gridPos, title } of panels) expect(gridPos.x + gridPos.w, title).to.be.at.most(24);
  });

  it('every legend names labels that its expression keeps, and every variable of an expression is defined', () => {
    const { panels, templating } = readDashboard();
    const variables = new Set(templating.list.map(({ name }) => name));
    for (const { expr, legendFormat } of panels.flatMap(({ targets }) => targets)) {
      const used = [...expr.matchAll(/\$(\w+)/g)].flatMap(([, name = '']) => (name.startsWith('__') ? [] : [name]));
      expect(
        used.filter((name) => !variables.has(name)),
        expr,
      ).to.deep.equal([]);
      const kept = /^sum by \(([^)]*)\)/.exec(expr)?.[1]?.split(', ');
      const named = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label = '']) => label);
      if (kept !== undefined)
        expect(
          named.filter((label) => !kept.includes(label)),
          expr,
        ).to.deep.equal([]);
    }
  });
});
