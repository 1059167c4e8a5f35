import { createServer } from 'node:http';
import Koa from 'koa';
import { listen } from './answers.js';

/** Koa that answers every request with two letters, and reads no body. */
const koa = new Koa();
koa.use((context) => {
  context.body = 'ok';
});
const handle = koa.callback();
listen(
  createServer((request, response) => {
    void handle(request, response);
  }),
);
