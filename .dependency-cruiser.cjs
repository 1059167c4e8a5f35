'use strict';
/** Imports run one way; who breaks the direction is named by the rule. `npm run boundaries` checks it. */

/** `room` may import only the rooms in `allowed` (and what npm or Node provide). */
const only = (room, ...allowed) => ({
  name: `${room}-imports-only`,
  comment: `src/${room} may import from: ${allowed.join(', ') || 'nothing of ours'}`,
  severity: 'error',
  from: { path: `^src/${room}/` },
  to: { path: '^src/', pathNot: [room, ...allowed].map((name) => `^src/${name}[./]`) },
});

/** The npm package `name` is imported in one place alone. */
const keptTo = (name, place) => ({
  name: `${name.replace(/\W/g, '-')}-kept-to-one-place`,
  comment: `only ${place} may import ${name}`,
  severity: 'error',
  from: { path: '^src/', pathNot: `^${place}` },
  to: { path: `node_modules/${name}(/|$)` },
});

/** `room` sees the types of these rooms, never their code. */
const typesOnly = (room, ...others) => ({
  name: `${room}-takes-types-only`,
  comment: `src/${room} gets ${others.join(', ')} handed in; it may import their types alone`,
  severity: 'error',
  from: { path: `^src/${room}/` },
  to: { path: `^src/(${others.join('|')})/`, dependencyTypesNot: ['type-only'] },
});

module.exports = {
  forbidden: [
    { name: 'no-cycle', severity: 'error', from: {}, to: { circular: true } },
    { name: 'no-orphan', severity: 'error', from: { orphan: true, path: '^src/', pathNot: '^src/main\\.ts$' }, to: {} },
    only('schema', 'errors'),
    only('domain', 'schema', 'errors'),
    only('framing'),
    only('protocols', 'framing', 'domain', 'schema', 'errors'),
    only('store', 'domain', 'schema', 'errors', 'logger'),
    only('serial', 'framing', 'protocols', 'schema', 'domain', 'errors', 'logger'),
    only('channels', 'serial', 'schema', 'errors', 'logger', 'turns'),
    only('services', 'domain', 'schema', 'errors', 'logger', 'turns', 'store', 'serial', 'protocols', 'channels'),
    only('http', 'services', 'schema', 'domain', 'errors', 'logger', 'turns', 'serial', 'package-file'),
    only('simulator', 'domain', 'framing', 'turns'),
    only('web', 'schema'),
    typesOnly('services', 'store', 'serial', 'protocols', 'channels'),
    typesOnly('http', 'serial'),
    typesOnly('web', 'schema'),
    {
      name: 'pure-rooms',
      comment: 'domain, framing, protocols and the coding of SMS know no node:, so no clock, no file, no socket',
      severity: 'error',
      from: { path: '^src/(domain|framing|protocols|channels/sms/pdu)/' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'web-runs-in-the-browser',
      comment: 'src/web is built into the page: nothing of the gateway imports it, and it knows no node:',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/web/' },
      to: { path: '^src/web/' },
    },
    {
      name: 'web-knows-no-node',
      severity: 'error',
      from: { path: '^src/web/' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'channels-get-the-port-handed-in',
      comment: 'src/channels is given what opens a port and what looks for one; it may import their types alone',
      severity: 'error',
      from: { path: '^src/channels/' },
      to: { path: '^src/serial/(port|ports|machine/presence|machine/names)\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    keptTo('serialport', 'src/serial/port\\.ts'),
    keptTo('@serialport', 'src/(serial/port|simulator/far-rate)\\.ts'),
    keptTo('@lydell/node-pty', 'src/simulator/pty\\.ts'),
    keptTo('node-forge', 'src/store/self-signed\\.ts'),
    keptTo('helmet', 'src/http/security-headers\\.ts'),
    keptTo('koa', 'src/http/'),
    keptTo('@koa', 'src/http/'),
    keptTo('koa-bodyparser', 'src/http/'),
    keptTo('@noble', 'src/protocols/wpt/'),
    keptTo('js-aprs-fap', 'src/protocols/aprs/'),
    keptTo('jsonwebtoken', 'src/http/'),
    keptTo('fast-json-patch', 'src/domain/patch\\.ts'),
    keptTo('ajv', 'src/schema/'),
    keptTo('ajv-formats', 'src/schema/'),
    keptTo('lowdb', 'src/store/'),
    keptTo('nodemailer', 'src/channels/email/'),
    keptTo('prom-client', 'src/services/metrics\\.ts'),
    keptTo('pino', 'src/logger\\.ts'),
    keptTo('node-cron', 'src/services/bell\\.ts'),
    keptTo('@homebridge/ciao', 'src/services/mdns/announce\\.ts'),
    keptTo('modern-tar', 'src/cli/bundle\\.ts'),
    keptTo('leaflet', 'src/web/map/'),
    keptTo('topojson-client', 'src/web/map/'),
    keptTo('pmtiles', 'src/web/map/archive/'),
    keptTo('protomaps-leaflet', 'src/web/map/archive/'),
    keptTo('@protomaps', 'src/web/map/archive/'),
    keptTo('uplot', 'src/web/plot/'),
    keptTo('commander', 'src/(main\\.ts|cli/)'),
    { name: 'no-test-code', severity: 'error', from: { path: '^src/' }, to: { path: '^test/' } },
    {
      name: 'declared',
      severity: 'error',
      // What the page is built of is in it then.
      from: { path: '^src/', pathNot: '^src/web/' },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'npm-dev'], dependencyTypesNot: ['type-only'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
