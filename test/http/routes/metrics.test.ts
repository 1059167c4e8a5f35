import { storeStatus } from '../../support/store/store-status.js';
import { expect } from 'chai';
import { createRuleTotals } from '../../../src/services/alert-rules/rule-totals.js';
import { createMetrics } from '../../../src/services/system/metrics.js';
import type { DiskSpace } from '../../../src/disk/space.js';
import { emptyState } from '../../../src/store/state/state.js';
import { useApp } from '../../support/gateway/app.js';
import { request, signIn } from '../../support/api/client.js';
import { expectFailure } from '../../support/api/envelope.js';
import { TEST_KEY } from '../../support/gateway/gateway.js';
import { fixAt } from '../../support/store/records.js';
import { userOf, usersWithKey } from '../../support/api/users.js';
import { noOutbox } from '../../support/channels/no-outbox.js';
import { noWear } from '../../support/store/no-wear.js';

const config = {
  licenses: { total: 7 },
  serial: { ports: [{ path: '/dev/not-there', protocol: 'json' }] },
};

/** The value of a series; undefined if there is none. */
const valueIn = (text: string, series: string): number | undefined => {
  const line = text.split('\n').find((candidate) => candidate.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length));
};

describe('the metrics', () => {
  const app = useApp({
    config,
    diskSpace: () => ({ freeBytes: 25, totalBytes: 100 }),
    seed: () => usersWithKey(userOf('group-user', { group: 'north' }), userOf('device-user', { deviceId: 'bus' })),
  });

  async function scrape(): Promise<string> {
    const response = await fetch(`${app.url()}/metrics`, {
      headers: { Authorization: `Bearer ${app.admin().token}` },
    });
    expect(response.status).to.equal(200);
    expect(response.headers.get('Content-Type')).to.equal('text/plain; version=0.0.4; charset=utf-8');
    return response.text();
  }

  it('the metrics require a token of an unrestricted user', async () => {
    expectFailure(await request(app.url(), 'GET', '/metrics'), 'token_missing');
    for (const userName of ['group-user', 'device-user']) {
      const restricted = await signIn(app.url(), { userName, apiKey: TEST_KEY });
      expect(await restricted.call('GET', '/metrics')).to.nested.include({ status: 403, 'body.code': 'forbidden' });
    }
  });

  it('the metrics count stored entries, records and licenses', async () => {
    // A sign-in is stored after its response, but before any later write.
    await app.call('POST', '/api/groups', { name: 'any' });
    const before = valueIn(await scrape(), 'waypost_store_appended_entries_total') ?? NaN;
    await app.call('POST', '/api/devices', { id: 'bus' });
    await app.call('POST', '/api/devices/bus/locations', [fixAt(1), fixAt(2)]);
    const text = await scrape();
    expect(valueIn(text, 'waypost_store_appended_entries_total')).to.equal(before + 3);
    expect(valueIn(text, 'waypost_store_appended_bytes_total')).to.be.greaterThan(500);
    expect(valueIn(text, 'waypost_store_records_total')).to.equal(2);
    expect(valueIn(text, 'waypost_store_written_bytes_total{kind="log"}')).to.be.greaterThan(500);
    expect(valueIn(text, 'waypost_store_card_bytes_total')).to.be.greaterThan(3 * 16_384);
    expect(valueIn(text, 'waypost_store_syncs_total')).to.be.at.least(3);
    expect(valueIn(text, 'waypost_store_writable')).to.equal(1);
    expect(valueIn(text, 'waypost_store_losses')).to.equal(0);
    expect(valueIn(text, 'waypost_licenses')).to.equal(7);
    expect(valueIn(text, 'waypost_licenses_used')).to.equal(1);
  });

  it('the names and types of the metrics follow the rules that promtool checks', async () => {
    const text = await scrape();
    const types = new Map([...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', type = '']) => [name, type]));
    const helps = new Set([...text.matchAll(/^# HELP (\S+) \S/gm)].map(([, name]) => name));
    expect(types.size).to.be.greaterThan(50);
    const wrong = [...types].filter(
      ([name, type]) =>
        (type === 'counter') !== name.endsWith('_total') ||
        !helps.has(name) ||
        /[A-Z]|^_|__/.test(name) ||
        (type !== 'histogram' && type !== 'summary' && /_(?:count|sum|bucket)$/.test(name)) ||
        /_(?:gauge|counter|histogram|summary|milliseconds|kilobytes|minutes)$/.test(name.replace(/_total$/, '')),
    );
    expect(wrong).to.deep.equal([]);
    const series = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    const names = series.map((line) => line.slice(0, line.lastIndexOf(' ')));
    expect(new Set(names).size, 'a series is there once').to.equal(names.length);
  });

  it('requests are counted by route, never by a word of the client', async () => {
    await app.call('GET', '/API/device/bus/lastLocation');
    await app.call('GET', '/api/devices/secret-word');
    await app.call('GET', '/secret-word');
    const text = await scrape();
    const requests = (method: string, route: string, status: number): number | undefined =>
      valueIn(
        text,
        `waypost_http_request_duration_seconds_count{method="${method}",route="${route}",status="${status}"}`,
      );
    expect(requests('GET', '/api/devices/:deviceId/lastLocation', 200)).to.equal(1);
    expect(requests('GET', '/api/devices/:deviceId', 404)).to.equal(1);
    expect(requests('GET', 'none', 404)).to.equal(1);
    expect(text).not.to.include('secret-word');
  });

  it('every port has its state and counters', async () => {
    const text = await scrape();
    expect(valueIn(text, 'waypost_serial_port_state{path="/dev/not-there",state="absent"}')).to.equal(1);
    expect(valueIn(text, 'waypost_serial_port_state{path="/dev/not-there",state="open"}')).to.equal(0);
    expect(valueIn(text, 'waypost_serial_port_received_bytes_total{path="/dev/not-there"}')).to.equal(0);
    for (const part of ['records', 'joined', 'without_record', 'noise', 'checksum', 'delimiters']) {
      const name = `waypost_serial_port_bytes_by_part_total{path="/dev/not-there",part="${part}"}`;
      expect(valueIn(text, name), part).to.equal(0);
    }
    expect(valueIn(text, 'waypost_serial_port_held_bytes{path="/dev/not-there"}')).to.equal(0);
  });

  it('zones, alert rules and what they raised are counted by the type of the rule', async () => {
    await app.call('POST', '/api/devices', { id: 'van' });
    const shape = { type: 'circle', center: [5, 52.5], radius: 100 };
    const zone = String((await app.call('POST', '/api/zones', { name: 'Yard', shape })).body.id);
    const rule = { name: 'In yard', type: 'zone', zones: [zone], devices: ['van'] };
    await app.call('POST', '/api/alertRules', rule);
    await app.call('POST', '/api/alertRules', { ...rule, name: 'Off', enabled: false });
    for (const [second, longitude] of [
      [1, 5.0025],
      [2, 5],
    ] as const)
      await app.call('POST', '/api/devices/van/locations', { ...fixAt(second), latitude: 52.5, longitude });
    const text = await scrape();
    expect(valueIn(text, 'waypost_zones')).to.equal(1);
    expect(valueIn(text, 'waypost_devices_in_zones')).to.equal(1);
    expect(valueIn(text, 'waypost_alert_rules{type="zone"}')).to.equal(1);
    expect(valueIn(text, 'waypost_alert_rules{type="speed"}')).to.equal(0);
    expect(valueIn(text, 'waypost_alert_rule_evaluations_total')).to.equal(2);
    expect(valueIn(text, 'waypost_alert_rule_seconds_total')).to.be.at.least(0);
    expect(valueIn(text, 'waypost_alert_rule_alerts_total{type="zone"}')).to.equal(1);
    expect(valueIn(text, 'waypost_alert_rule_alerts_total{type="speed"}')).to.equal(0);
  });

  it('the clock, the disk and alerts that need a person have metrics', async () => {
    await app.call('POST', '/api/devices', { id: 'truck' });
    const alert = { dateTime: fixAt(1).dateTime, alerts: ['SOSButton'] };
    const { body } = await app.call('POST', '/api/devices/truck/alerts', alert);
    const [raised] = body.alerts as { id: string }[];
    const text = await scrape();
    expect(valueIn(text, 'waypost_clock_trusted')).to.equal(1);
    expect(valueIn(text, 'waypost_disk_free_bytes')).to.equal(25);
    expect(valueIn(text, 'waypost_disk_size_bytes')).to.equal(100);
    expect(valueIn(text, 'waypost_unacknowledged_alerts')).to.equal(1);
    await app.call('POST', `/api/alerts/${String(raised?.id)}/acknowledge`, {});
    expect(valueIn(await scrape(), 'waypost_unacknowledged_alerts')).to.equal(0);
  });

  it('each uplink has metrics with its name as the label', async () => {
    await app.call('PUT', '/api/uplinks/center', { type: 'rest', url: 'http://127.0.0.1:9', enabled: false });
    const text = await scrape();
    const of = (suffix: string): number | undefined => valueIn(text, `waypost_uplink_${suffix}{uplink="center"}`);
    for (const zero of ['enabled', 'connected', 'stopped', 'dead_letters', 'dropped_entries'])
      expect(of(zero), zero).to.equal(0);
    for (const total of ['acknowledged_records', 'repeated_records', 'refused_records', 'sent_bytes'])
      expect(of(`${total}_total`), total).to.equal(0);
    expect(of('behind_entries')).to.be.at.least(0);
    expect(of('last_acknowledgement_timestamp_seconds')).to.be.NaN;
    await app.call('DELETE', '/api/uplinks/center');
    expect(await scrape()).to.not.include('uplink="center"');
  });

  it('wrong keys are counted', async () => {
    await request(app.url(), 'POST', '/api/Auth/Token', { userName: 'admin', apiKey: 'wrong' });
    expect(valueIn(await scrape(), 'waypost_sign_in_failures_total')).to.equal(1);
  });

  it('refusals are counted by kind', async () => {
    const guess = (): Promise<unknown> =>
      request(app.url(), 'POST', '/api/Auth/Token', { userName: 'admin', apiKey: 'wrong' });
    app.clock.advance(60_000);
    for (let guesses = 0; guesses < 11; guesses++) await guess();
    expect(valueIn(await scrape(), 'waypost_refusals_total{kind="sign_in_slowed"}')).to.equal(1);
  });

  it('the process and the build have metrics', async () => {
    const text = await scrape();
    expect(valueIn(text, 'process_resident_memory_bytes')).to.be.greaterThan(1e6);
    expect(text).to.match(/^waypost_build_info\{version="[\d.]+"\} 1$/m);
  });

  it('every metric is described once', async () => {
    const lines = (await scrape()).trim().split('\n');
    const helped = lines.flatMap((line) => /^# HELP (\S+) \S/.exec(line)?.[1] ?? []);
    expect(new Set(helped).size).to.equal(helped.length);
    for (const line of lines) expect(line).to.match(/^(# (HELP|TYPE) .*|\w+(\{.*\})? [-+\w.]+)?$/);
  });
});

describe('the metrics without a gateway', () => {
  const optionsWith = (quality: 'ntp' | 'none', disk: () => DiskSpace) =>
    ({
      store: {
        status: () => storeStatus(),
        appendTotals: () => ({ entries: 0, records: 0, bytes: 0 }),
        state: emptyState(),
      },
      wear: noWear,
      ports: { statuses: () => [] },
      devices: { licenses: () => ({ total: 1, used: 0, available: 1, overUse: 0 }) },
      loginThrottle: { failureCount: () => 0 },
      refusals: { count: () => 0 },
      outbox: { status: noOutbox, suppressedCount: () => 0 },
      ruleTotals: createRuleTotals(new Map(), () => 0).current,
      disk,
      uplinks: () => [],
      time: { quality: () => quality },
      version: '1.2.3',
    }) as const;
  const space = (): DiskSpace => ({ freeBytes: 1, totalBytes: 2 });

  it('two gateways in one process have separate metrics', async () => {
    const options = optionsWith('ntp', space);
    const [first, second] = [createMetrics(options), createMetrics(options)];
    first.recordRequest({ method: 'GET', route: '/a', status: 200, seconds: 0.5 });
    expect(await first.text()).to.include('route="/a"');
    expect(await second.text()).not.to.include('route="/a"');
  });

  it('an untrusted clock and a disk that cannot be read leave the other metrics readable', async () => {
    const options = optionsWith('none', () => {
      throw new Error('no such folder');
    });
    const text = await createMetrics(options).text();
    expect(valueIn(text, 'waypost_clock_trusted')).to.equal(0);
    expect(valueIn(text, 'waypost_disk_free_bytes')).to.be.NaN;
    expect(valueIn(text, 'waypost_licenses')).to.equal(1);
  });
});
