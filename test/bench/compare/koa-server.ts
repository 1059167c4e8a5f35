import type { AddressInfo } from 'node:net';
import Router from '@koa/router';
import Koa from 'koa';
import bodyParser from 'koa-bodyparser';
import { Low, Memory } from 'lowdb';
import { JSONFile } from 'lowdb/node';

/**
 * Koa with router and body parser, without any code of Waypost: `node … koa-server.js PORT [FILE]`. With a file, lowdb
 * stores everything in it; without one nothing is kept. It prints its port, a free one for 0.
 */

type Kept = { locations: unknown[]; last: Record<string, unknown> };

const [, , port = '', file] = process.argv;
const db = new Low<Kept>(file === undefined ? new Memory() : new JSONFile(file), { locations: [], last: {} });
const router = new Router();
router.get('/', (context) => {
  context.body = {};
});
router.post('/devices/:deviceId/locations', async (context) => {
  const { deviceId = '' } = context.params;
  const location = (context.request as unknown as { body: unknown }).body;
  db.data.last[deviceId] = location;
  if (file !== undefined) {
    db.data.locations.push({ deviceId, location });
    await db.write();
  }
  context.status = 201;
  context.body = { success: true };
});
router.get('/devices/:deviceId/lastLocation', (context) => {
  context.body = db.data.last[context.params.deviceId ?? ''] ?? {};
});
const server = new Koa()
  .use(bodyParser())
  .use(router.routes())
  .listen(Number(port), '127.0.0.1', () => {
    process.stdout.write(`${(server.address() as AddressInfo).port}\n`);
  });
