import { connectAsync } from 'mqtt';
import type { UplinkRecord } from '../../../src/schema/uplinks/uplink-record.js';
import { openFeed, type Feed } from './feed.js';
import { readPlan } from './plan.js';
import { createTally, type Counts } from './tally.js';

/**
 * Those who read what the gateway sends, in a process of their own: `node … consumer.js BROKER full|tiny`. A subscriber of the
 * broker with a session that outlives it, and two readers of the event stream.
 */

export type ToConsumer =
  { readonly kind: 'sign-in'; readonly url: string; readonly token: string } | { readonly kind: 'report' };

export type Consumed = {
  readonly locations: Counts;
  /** ids of the alerts that arrived */
  readonly alerts: readonly string[];
  readonly messages: number;
  /** locations that are not of the plan */
  readonly strange: readonly string[];
  readonly feeds: readonly { readonly connected: number; readonly events: Readonly<Record<string, number>> }[];
};

const FEEDS = 2;
const SESSION_SECONDS = 86_400;
const MOST_STRANGE = 5;

const [, , url = '', size] = process.argv;
const locations = createTally(readPlan(size === 'tiny'));
const alerts = new Set<string>();
const strange: string[] = [];
let messages = 0;
let feeds: Feed[] = [];

function take(record: UplinkRecord): void {
  messages += 1;
  if (record.kind === 'alert') alerts.add(record.id);
  if (record.kind !== 'location' || locations.add(record.deviceId, record.location.dateTime)) return;
  if (strange.length < MOST_STRANGE) strange.push(`${record.deviceId} ${record.location.dateTime}`);
}

const client = await connectAsync(url, {
  ...{ protocolVersion: 5, reconnectPeriod: 50, clean: false, clientId: 'consumer' },
  properties: { sessionExpiryInterval: SESSION_SECONDS },
});
client.on('message', (_topic, payload) => {
  take(JSON.parse(payload.toString()) as UplinkRecord);
});
await client.subscribeAsync(['waypost/+/device/+/location', 'waypost/+/device/+/alert'], { qos: 1 });

process.on('message', (message: ToConsumer) => {
  if (message.kind === 'sign-in') {
    if (feeds.length === 0) feeds = Array.from({ length: FEEDS }, () => openFeed(message.url, message.token));
    for (const feed of feeds) feed.setToken(message.token);
    return;
  }
  const consumed: Consumed = {
    ...{ locations: locations.counts, alerts: [...alerts], messages, strange },
    feeds: feeds.map((feed) => ({ connected: feed.connected(), events: feed.events() })),
  };
  process.send?.(consumed);
});
process.on('disconnect', () => {
  for (const feed of feeds) feed.close();
  void client.endAsync(true);
});
process.send?.('ready');
