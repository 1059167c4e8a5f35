import { Agent, request } from 'node:http';

/** A fleet: one request per fix, one fix per device and minute, and occasional alerts. */

export const DEVICES = 500;
/** one of this many fixes comes with an alert: about 480 a day */
const FIXES_PER_ALERT = 1_500;
const CONNECTIONS = 16;
export const deviceOf = (i: number): string => `bus-${i}`;

export type Depot = {
  /** All devices report their fix of minute `n` since the start. Resolves with the number of accepted reports. */
  readonly minute: (options: { readonly url: string; readonly token: string; readonly n: number }) => Promise<Taken>;
  readonly close: () => void;
};
export type Taken = { readonly fixes: number; readonly alerts: number };

/** `begin`: start in ms since 1970 */
export function createDepot(begin: number): Depot {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });

  const post = (url: string, token: string, body: object): Promise<void> =>
    new Promise((resolve, reject) => {
      const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
      const sent = request(url, { method: 'POST', agent, headers }, (answer) => {
        answer.resume();
        answer.on('end', () => {
          if (answer.statusCode === 201) resolve();
          else reject(new Error(`${url} is answered with ${String(answer.statusCode)}`));
        });
      });
      sent.on('error', reject);
      sent.end(JSON.stringify(body));
    });

  return {
    async minute({ url, token, n }) {
      const alerts: number[] = [];
      let next = 0;
      async function work(): Promise<void> {
        while (next < DEVICES) {
          const i = next++;
          const device = `${url}/api/devices/${deviceOf(i)}`;
          await post(`${device}/locations`, token, fixOf(begin, n, i));
          if ((n * DEVICES + i) % FIXES_PER_ALERT !== 0) continue;
          alerts.push(i);
          await post(`${device}/alerts`, token, { dateTime: timeOf(begin, n, i), alertName: 'Speeding' });
        }
      }
      await Promise.all(Array.from({ length: CONNECTIONS }, work));
      return { fixes: DEVICES, alerts: alerts.length };
    },
    close: () => {
      agent.destroy();
    },
  };
}

const timeOf = (begin: number, n: number, i: number): string => new Date(begin + n * 60_000 + i * 100).toISOString();

const fixOf = (begin: number, n: number, i: number): object => ({
  dateTime: timeOf(begin, n, i),
  latitude: 52.5 + i / 10_000 + n / 100_000,
  longitude: 5.7 + i / 10_000,
  speed: (i + n) % 30,
  course: (i * 7 + n) % 360,
  altitude: 4.5,
  satellites: 11,
  battery: 87,
});
