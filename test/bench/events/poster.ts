import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { deviceOf, DEVICES } from '../measure/gateway.js';

/** Posts one location at a time at a steady rate over keep-alive connections. */

type Options = {
  readonly url: string;
  readonly token: string;
  readonly perSecond: number;
  readonly seconds: number;
  /** the time of the first location in ms since 1970; the others follow every millisecond */
  readonly begin: number;
  /** called when the gateway has acknowledged the location of a time */
  readonly onAcknowledged: (time: number) => void;
};

const CONNECTIONS = 16;
const PAUSE_MS = 1;

/** Resolves with the number of locations when all are acknowledged. */
export async function postSteadily(options: Options): Promise<number> {
  const { perSecond, seconds, begin } = options;
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const posts: Promise<void>[] = [];
  const begun = performance.now();
  const all = Math.round(perSecond * seconds);
  while (posts.length < all) {
    const due = Math.min(all, Math.floor(((performance.now() - begun) / 1000) * perSecond) + 1);
    while (posts.length < due) posts.push(post(options, agent, begin + posts.length));
    await delay(PAUSE_MS);
  }
  await Promise.all(posts);
  agent.destroy();
  return all;
}

function post({ url, token, onAcknowledged }: Options, agent: Agent, time: number): Promise<void> {
  const body = JSON.stringify({ dateTime: new Date(time).toISOString(), latitude: 52.842278, longitude: 5.70582 });
  const headers = {
    Authorization: `Bearer ${token}`,
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
  };
  return new Promise((resolve, reject) => {
    const path = `${url}/api/devices/${deviceOf(time % DEVICES)}/locations`;
    const sent = request(path, { method: 'POST', agent, headers }, (answer) => {
      onAcknowledged(time);
      answer.resume();
      if (answer.statusCode !== 201) reject(new Error(`a post is answered with ${String(answer.statusCode)}`));
      else answer.on('end', resolve);
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
