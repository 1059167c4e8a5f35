import { createServer } from 'node:http';
import { lastAnswer, listen, readJson, receiptOf } from './answers.js';

/** The ceiling of all: node:http that parses and answers JSON. */
const server = createServer((request, response) => {
  void (async (): Promise<void> => {
    const isPost = request.method === 'POST';
    const text = JSON.stringify(isPost ? receiptOf(await readJson(request)) : lastAnswer);
    const headers = { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': Buffer.byteLength(text) };
    response.writeHead(isPost ? 201 : 200, headers).end(text);
  })();
});
listen(server);
