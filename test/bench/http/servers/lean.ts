import { createSecretKey } from 'node:crypto';
import { createServer } from 'node:http';
import Router from '@koa/router';
import jwt, { type JwtPayload } from 'jsonwebtoken';
import Koa from 'koa';
import { lastAnswer, listen, readJson, receiptOf } from './answers.js';

/**
 * The lean chain: Koa, router, token check and the body read and parsed; nothing else. A token is verified once; its
 * expiry is checked with every request.
 */

const key = createSecretKey(Buffer.alloc(32, 7));
const verified = new Map<string, number>();

function expiryOf(token: string): number {
  let expires = verified.get(token);
  if (expires === undefined) {
    expires = (jwt.verify(token, key, { algorithms: ['HS256'] }) as JwtPayload).exp ?? 0;
    verified.set(token, expires);
  }
  return expires;
}

const router = new Router();
router.get('/api/devices/:deviceId/lastLocation', (context) => {
  context.body = lastAnswer;
});
router.post('/api/devices/:deviceId/locations', async (context) => {
  context.body = receiptOf(await readJson(context.req));
  context.status = 201;
});
const koa = new Koa();
koa.use((context, next) => {
  const [, token = ''] = context.get('Authorization').split(' ');
  if (expiryOf(token) < Date.now() / 1000) context.throw(401);
  return next();
});
koa.use(router.routes());
const handle = koa.callback();
listen(
  createServer((request, response) => {
    void handle(request, response);
  }),
  jwt.sign({}, key, { subject: 'bench', expiresIn: '1d' }),
);
