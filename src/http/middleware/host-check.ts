import type { IncomingMessage } from 'node:http';
import { isIPv4, isIPv6 } from 'node:net';
import type { Context, Middleware, Next } from 'koa';
import type { Failure } from '../../errors.js';
import type { Refusals } from '../../services/system/refusals.js';
import { sendFailure } from '../failure-answer.js';
import { hostErrors } from '../messages.js';

export type HostCheckOptions = {
  /** names besides those of the machine */
  readonly hosts: readonly string[];
  /** the names of the machine at present; `*.` at the start of one stands for any one label */
  readonly readOwnNames: () => Promise<readonly string[]>;
  /** ms of a clock that is never set */
  readonly monotonic: () => number;
  readonly refusals: Pick<Refusals, 'note'>;
};

/** The machine may have got another name or network. */
const REREAD_MS = 10_000;
/** Headers that were accepted; a client can send any number of addresses. */
const MAX_CACHED = 64;
const MAX_SHOWN = 64;

/**
 * Refuses requests for a name that is not the gateway's. The page of another site can point a name of its own at the
 * gateway's address (DNS rebinding), and the browser then takes the gateway for a part of that site. It cannot do so with
 * an address.
 */
export function createHostCheck({ hosts, readOwnNames, monotonic, refusals }: HostCheckOptions): Middleware {
  const accepted = new Set<string>();
  let names: ReadonlySet<string> = new Set(hosts.map(toName));
  let reading: Promise<void> | undefined;
  let readAt = -Infinity;

  function reread(): Promise<void> {
    if (monotonic() - readAt >= REREAD_MS) {
      readAt = monotonic();
      reading = readOwnNames().then((own) => {
        names = new Set([...hosts, ...own].map(toName));
        accepted.clear();
      });
    }
    return reading ?? Promise.resolve();
  }

  function isAccepted(header: string): boolean {
    if (accepted.has(header)) return true;
    const host = readHost(header);
    if (!isAddress(host) && !isLocal(host) && !names.has(host) && !names.has(withWildcard(host))) return false;
    if (accepted.size >= MAX_CACHED) accepted.clear();
    accepted.add(header);
    return true;
  }

  async function checkAgain(ctx: Context, next: Next, header: string): Promise<void> {
    await reread();
    if (isAccepted(header)) {
      await next();
      return;
    }
    const host = readHost(header);
    const shown = /^[\w.-]+$/.test(host) ? host.slice(0, MAX_SHOWN) : undefined;
    refusals.note('unknown_host', { host: shown ?? 'the name', from: ctx.ip });
    sendFailure(ctx, shown === undefined ? hostErrors.unreadable() : hostErrors.unknown({ host: shown }));
  }

  return (ctx, next) => {
    const { req } = ctx;
    const { host } = req.headers;
    if (host === undefined || host === '' || isAccepted(host)) {
      const refused = hostFaultOf(req);
      if (refused === undefined) return next();
      sendFailure(ctx, refused);
      return Promise.resolve();
    }
    return checkAgain(ctx, next, host);
  };
}

/** HTTP/1.1 has exactly one header (RFC 9112, 3.2). A client of HTTP/1.0 may leave it out; browsers never do. */
function hostFaultOf({
  rawHeaders,
  httpVersionMajor: major,
  httpVersionMinor: minor,
}: IncomingMessage): Failure | undefined {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) if (rawHeaders[at]?.toLowerCase() === 'host') count += 1;
  if (count === 1 || (count === 0 && (major < 1 || (major === 1 && minor === 0)))) return undefined;
  return count === 0 ? hostErrors.missing() : hostErrors.twice();
}

const toName = (name: string): string => name.toLowerCase().replace(/\.$/, '');

/** The name or address in a `Host` header, without port and brackets. */
function readHost(header: string): string {
  const [, bracketed] = /^\[([^\]]*)\](?::\d*)?$/.exec(header) ?? [];
  if (bracketed !== undefined) return bracketed.toLowerCase();
  if (isIPv6(header)) return header.toLowerCase();
  return toName(header.replace(/:\d*$/, ''));
}

const isAddress = (host: string): boolean => isIPv4(host) || isIPv6(host);
const isLocal = (host: string): boolean => host === 'localhost' || host.endsWith('.localhost');
const withWildcard = (host: string): string => `*${host.slice(Math.max(0, host.indexOf('.')))}`;
