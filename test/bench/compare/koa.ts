import { join } from 'node:path';
import { freePort } from '../../support/gateway/free-port.js';
import { httpRequest } from '../measure/load.js';
import { serve, type Peer } from './peer.js';
import { deviceOf, positionOf } from './position.js';

const koaPeer = (name: string, file: (folder: string) => readonly string[]): Peer => ({
  name,
  packages: {},
  async start({ folder }) {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}/`;
    const served = await serve(['dist/test/bench/compare/koa-server.js', String(port), ...file(folder)], url);
    const body = (i: number): string => JSON.stringify(positionOf(i));
    return {
      ...served,
      url,
      post: {
        status: 201,
        request: (i) => httpRequest('POST', `/devices/${deviceOf(i)}/locations`, '', body(i)),
      },
      get: (i) => httpRequest('GET', `/devices/${deviceOf(i)}/lastLocation`, ''),
    };
  },
});

/** Koa alone: no token, no validation, no store. */
export const bareKoa = koaPeer('bare koa', () => []);
/** The same with stock lowdb. */
export const stockLowdb = koaPeer('stock lowdb', (folder) => [join(folder, 'db.json')]);
