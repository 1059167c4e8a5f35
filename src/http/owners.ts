import type { Context } from 'koa';
import { networkOf } from '../domain/accounts/client-address.js';

/** The owners of what a request holds: the address (IPv6: its /64), and the user or display if it is known. */
export function ownersOf({ state, ip }: Context): string[] {
  const { userId, displayId } = state as { readonly userId?: string; readonly displayId?: string };
  const caller = userId ?? displayId;
  const address = `address ${networkOf(ip)}`;
  return caller === undefined ? [address] : [address, `user ${caller}`];
}
