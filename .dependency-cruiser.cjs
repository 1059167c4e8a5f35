'use strict';
/** Imports run one way; a broken rule is reported by its name. `npm run lint` checks them. */

/** Rows of messages, which import nothing but how rows are defined. */
const ROWS = '/messages[.]ts$';
/** Files of the same name about messages of the outbox, of the modem and of trackers. */
const OTHER_MESSAGES = '^(test|src/(cli|http/routes|services/outbox|simulator|web))/';

/** `room` may import only the folders in `allowed` (and what npm or Node provide). */
const only = (room, ...allowed) => ({
  name: `${room}-imports-only`,
  comment: `src/${room} may import from: ${allowed.join(', ') || 'no other folder'}`,
  severity: 'error',
  from: { path: `^src/${room}/` },
  to: { path: '^src/', pathNot: [room, ...allowed].map((name) => `^src/${name}[./]`) },
});

/** The npm package `name` is imported in one place only. */
const keptTo = (name, place) => ({
  name: `${name.replace(/\W/g, '-')}-kept-to-one-place`,
  comment: `only ${place} may import ${name}`,
  severity: 'error',
  from: { path: '^src/', pathNot: `^${place}` },
  to: { path: `node_modules/${name}(/|$)` },
});

/** `room` may import the types of these folders, never their code, except of the files in `code` and rows of messages. */
const typesOnly = (room, others, code = []) => ({
  name: `${room}-takes-types-only`,
  comment: `src/${room} receives ${others.join(', ')} as arguments; it may import only their types`,
  severity: 'error',
  from: { path: `^src/${room}/` },
  to: {
    path: `^src/(${others.join('|')})/`,
    pathNot: ['/messages[.]ts$', ...code.map((file) => `^src/${file}[.]ts$`)],
    dependencyTypesNot: ['type-only'],
  },
});

module.exports = {
  forbidden: [
    { name: 'no-cycle', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-orphan',
      severity: 'error',
      from: { orphan: true, path: '^src/', pathNot: '^src/(main|install/keep-data|web/install/service-worker)\\.ts$' },
      to: {},
    },
    only('time'),
    {
      name: 'rows-import-only-their-definition',
      comment: 'a module of messages imports nothing but messages/define, so every room can load it',
      severity: 'error',
      from: { path: ROWS, pathNot: OTHER_MESSAGES },
      to: { pathNot: '^src/messages/define[.]ts$' },
    },
    {
      name: 'messages-imports-only',
      comment: 'src/messages is a ground room: it may import only the modules of messages',
      severity: 'error',
      from: { path: '^src/messages/' },
      to: { path: '^src/', pathNot: ['^src/messages/', ROWS] },
    },
    only('schema', 'messages', 'errors'),
    only('domain', 'schema', 'messages', 'errors'),
    only('framing'),
    only('protocols', 'framing', 'domain', 'schema', 'messages', 'errors'),
    only('disk', 'domain', 'messages', 'errors'),
    only('tls', 'disk', 'messages', 'errors'),
    only('store', 'disk', 'domain', 'schema', 'messages', 'errors', 'logger', 'mutex'),
    only('serial', 'framing', 'protocols', 'domain', 'schema', 'time', 'messages', 'errors', 'logger'),
    only('outgoing', 'time'),
    only('channels', 'outgoing', 'serial', 'schema', 'time', 'messages', 'errors', 'logger', 'mutex'),
    only(
      'uplinks',
      'outgoing',
      'schema',
      'domain/uplinks/backoff',
      'domain/utf8',
      'time',
      'messages',
      'errors',
      'logger',
    ),
    only(
      'services',
      'domain',
      'schema',
      'time',
      'messages',
      'errors',
      'logger',
      'log-tail',
      'mutex',
      'disk',
      'store',
      'serial',
      'protocols',
      'channels',
      'uplinks',
    ),
    only('http', 'services', 'schema', 'domain', 'messages', 'errors', 'logger', 'log-tail', 'mutex', 'package'),
    only('simulator', 'domain', 'framing', 'messages', 'errors', 'mutex'),
    only(
      'web',
      'languages',
      'messages',
      'schema',
      'domain/clock/local-date',
      'domain/disk-space',
      'domain/lists',
      'domain/records/gap',
      'domain/records/usual-interval',
      'domain/zones/longitude',
    ),
    typesOnly('services', ['disk', 'store', 'serial', 'protocols', 'channels', 'uplinks']),
    typesOnly(
      'web',
      ['schema'],
      [
        'schema/accounts/privileges',
        'schema/alert-rules/rule-types',
        'schema/channels',
        'schema/messages/quiet-minutes',
        'schema/records/alert-names',
        'schema/uplinks/pem',
        'schema/uplinks/uplink-settings',
      ],
    ),
    {
      name: 'pure-rooms',
      comment: 'domain, framing, protocols and the SMS encoding import no node: module: no clock, no file, no socket',
      severity: 'error',
      from: { path: '^src/(domain|framing|protocols|channels/sms/pdu)/' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'web-runs-in-the-browser',
      comment: 'src/web runs in the browser: the gateway imports nothing of it, and it imports no node: module',
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
      name: 'channels-receive-their-port',
      comment:
        'src/channels receives the functions that open and find a port; of their modules it may import only types',
      severity: 'error',
      from: { path: '^src/channels/' },
      to: {
        path: '^src/serial/',
        pathNot: '^src/serial/(messages|port/reconnector|transport/port-error)\\.ts$',
        dependencyTypesNot: ['type-only'],
      },
    },
    keptTo('serialport', 'src/serial/transport/serial-(package|port)\\.ts'),
    keptTo('@serialport', 'src/(serial/transport/serial-port|simulator/.*peer-baud-rate)\\.ts'),
    keptTo('@lydell/node-pty', 'src/simulator/.*pty\\.ts'),
    keptTo('node-forge', 'src/tls/self-signed\\.ts'),
    keptTo('helmet', 'src/http/middleware/security-headers\\.ts'),
    keptTo('koa', 'src/http/'),
    keptTo('@koa', 'src/http/'),
    keptTo('koa-bodyparser', 'src/http/'),
    keptTo('@noble', 'src/protocols/wpt/'),
    keptTo('js-aprs-fap', 'src/protocols/aprs/'),
    keptTo('jsonc-parser', 'src/config/positions\\.ts'),
    keptTo('intl-messageformat', 'src/messages/'),
    keptTo('jsonwebtoken', 'src/http/'),
    keptTo('fast-json-patch', 'src/domain/.*patch\\.ts'),
    keptTo('ajv', 'src/schema/'),
    keptTo('ajv-formats', 'src/schema/'),
    keptTo('lowdb', 'src/store/'),
    keptTo('nodemailer', 'src/channels/email/'),
    keptTo('mqtt', 'src/uplinks/mqtt/'),
    keptTo('@nats-io', 'src/uplinks/nats/'),
    keptTo('prom-client', 'src/services/system/(metric-registries|(rule|condition|uplink)-metrics)\\.ts'),
    keptTo('saxes', 'src/domain/zones/files/xml-tree\\.ts'),
    keptTo('pino', 'src/logger\\.ts'),
    keptTo('node-cron', 'src/services/time/midnight-cron\\.ts'),
    keptTo('@homebridge/ciao', 'src/services/system/mdns/announce\\.ts'),
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
      // The packages of the page are bundled into it.
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
