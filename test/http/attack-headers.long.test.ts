import { readdirSync } from 'node:fs';
import { expect } from 'chai';
import { createRawClient } from '../support/api/raw-client.js';
import { useApp } from '../support/gateway/app.js';

/** As much of one header as the limit of all headers leaves room for. */
const LENGTH = 15_000;
const HEADERS = ['Accept', 'Accept-Encoding', 'Accept-Language', 'Authorization', 'Content-Type', 'Cookie', 'Origin'];
const MORE_HEADERS = ['If-None-Match', 'If-Range', 'Last-Event-ID', 'Range', 'User-Agent', 'X-Forwarded-For'];
/** What makes patterns with adjacent or nested repetitions try every division of the text. */
const FILLERS = [' ', ';', ',', '=', '"', 'a', 'a ', '; ', ', ', 'a;q=0 ', 'en-', 'gzip;', '0', '\\"', '/', 'W/"'];
/** Processor time of a request; a repetition in a repetition takes 300 ms and more for this length. */
const MAX_MS = 100;

describe('a long header', () => {
  const app = useApp();
  const file = readdirSync('dist/web/app').find((name) => /^main-.*\.js$/.test(name)) ?? '';

  for (const header of [...HEADERS, ...MORE_HEADERS]) {
    it(`a hostile ${header} costs next to no time`, async () => {
      const client = createRawClient(app.url());
      // The gateway runs in this process, so other processes add nothing to the time.
      const timed = async (path: string, value: string): Promise<number> => {
        const before = process.cpuUsage();
        await client.send({ method: 'GET', path, headers: { 'Accept-Encoding': 'gzip', [header]: value } });
        const { user, system } = process.cpuUsage(before);
        return (user + system) / 1_000;
      };
      for (const filler of FILLERS) {
        const value = `x${filler.repeat(LENGTH / filler.length)}y`;
        for (const path of [`/app/${file}`, '/api/users/countries', '/api/events']) {
          // Garbage collection may fall into one of them: only what is slow each time is slow.
          const times = [await timed(path, value)];
          while (times.length < 3 && Math.min(...times) > MAX_MS) times.push(await timed(path, value));
          expect(Math.min(...times), `${header}: x${filler}… for ${path}`).to.be.below(MAX_MS);
        }
      }
      client.close();
    });
  }
});
