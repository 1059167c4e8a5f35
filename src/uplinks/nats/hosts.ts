/** A server of a cluster. `address`: with its port, if the url has one; `name`: without, an IPv6 host without brackets */
export type NatsHost = { readonly address: string; readonly name: string };

/** The servers of a url like `nats://host1,host2`; each of them may have the scheme. */
export const hostsOf = (url: string): readonly NatsHost[] =>
  url.split(',').map((part) => {
    const address = part.replace(/^(?:nats|tls):\/\//, '').replace(/\/.*$/, '');
    return { address, name: address.replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1') };
  });
