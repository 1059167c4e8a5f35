import { isIP } from 'node:net';
import type { Middleware } from 'koa';
import { createNetworkList, plainAddress } from '../../schema/ports/network.js';

/** Proxies of one request: more than any real chain has. */
const MAX_HOPS = 16;

/**
 * Sets the address of the client for limits, sessions and the log. A trusted proxy appends the address that it received the
 * request from, so the header is read from its end, as long as the next address is that of a trusted proxy. Everything
 * before is what a stranger may have sent.
 */
export function createClientAddress(trustedProxies: readonly string[]): Middleware {
  const isTrusted = createNetworkList(trustedProxies);
  return (ctx, next) => {
    const { req, request } = ctx;
    const received = req.headers['x-forwarded-for'];
    const hops = received === undefined ? [] : [received].flat().join().split(',').slice(-MAX_HOPS);
    let address = plainAddress(req.socket.remoteAddress ?? '');
    while (isTrusted(address)) {
      const before = readAddress(hops.pop() ?? '');
      if (before === undefined) break;
      address = before;
    }
    request.ip = address;
    return next();
  };
}

/** The address of one part of the header: some proxies add a port, and brackets for IPv6. */
function readAddress(part: string): string | undefined {
  const text = part.trim();
  const [, bracketed, withPort] = /^(?:\[([^\]]*)\](?::\d+)?|([\d.]+):\d+)$/.exec(text) ?? [];
  const address = plainAddress(bracketed ?? withPort ?? text);
  return isIP(address) === 0 ? undefined : address;
}
