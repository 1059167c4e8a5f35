'use strict';
// The suites of tests: `npm run suite -- NAME` runs one, `npm run suite` lists them, and .ci/run runs those of CI, each once.

/**
 * A program that tests need: the Debian packages that have it, and how to see that it is there. Without `probe`, it is
 * looked for by its name, also in the folders of the administrator.
 */
const PROGRAMS = {
  bash: { packages: ['bash'] },
  cc: { packages: ['gcc', 'libc6-dev'] },
  chromium: { packages: ['chromium-headless-shell'], file: 'chromium-headless-shell' },
  curl: { packages: ['curl'] },
  'dpkg-deb': { packages: ['dpkg', 'xz-utils'] },
  faketime: { packages: ['faketime'] },
  firefox: { packages: ['firefox-esr'], file: 'firefox-esr' },
  fish: { packages: ['fish'] },
  gammu: { packages: ['gammu'] },
  gdal: { packages: ['gdal-bin'], file: 'ogrinfo' },
  geographiclib: { packages: ['python3-geographiclib'], probe: ['/usr/bin/python3', '-c', 'import geographiclib'] },
  gpsbabel: { packages: ['gpsbabel'] },
  gpsd: { packages: ['gpsd'] },
  groff: { packages: ['groff'] },
  ip: { packages: ['iproute2'] },
  lintian: { packages: ['lintian'] },
  mandoc: { packages: ['mandoc'] },
  'mkfs.ext4': { packages: ['e2fsprogs'] },
  mmdebstrap: { packages: ['mmdebstrap'] },
  mosquitto: { packages: ['mosquitto'] },
  mosquitto_passwd: { packages: ['mosquitto'] },
  'nats-server': { packages: ['nats-server'] },
  nbdfuse: { packages: ['libnbd-bin', 'fuse3'] },
  opensmtpd: { packages: ['opensmtpd'], file: 'smtpd' },
  promtool: { packages: ['prometheus'] },
  python3: { packages: ['python3'] },
  'python3-gammu': { packages: ['python3-gammu'], probe: ['/usr/bin/python3', '-c', 'import gammu'] },
  setpriv: { packages: ['util-linux'] },
  shapely: { packages: ['python3-shapely'], probe: ['/usr/bin/python3', '-c', 'import shapely'] },
  strace: { packages: ['strace'] },
  'systemd-analyze': { packages: ['systemd'] },
  taskset: { packages: ['util-linux'] },
  xmllint: { packages: ['libxml2-utils'] },
  zsh: { packages: ['zsh'] },
};

/** Tests in these folders are suites of their own. Everything else is in `npm test`, unless its name ends in `.long`. */
const OTHER_FOLDERS = /^(?:attack|bench|brokers|browser|cases|clients|compare|corpus|docs|e2e|fault|system)\//;

/** They take minutes, so they are the suite `fuzz`. */
const FUZZ = /^contract\/(?:protocols-(?:random|damage)|counted-bytes|fuzz|uplink-histories)$/;

/**
 * Each suite: `about`, and `files` or a `command`. `files` and `ignore` match names of test files relative to test/, without
 * `.test.ts`; the first of `files` that matches gives the place in the order. Optional: `builds`, the targets of the build
 * (gateway, dashboard and tests); `jobs`, the number of processes that share the files (1); `env`, defaults of variables;
 * `needs`, programs; `root`, whether it needs the rights of root; `ci: false` leaves it to those who ask for it; `alone`:
 * it measures, so CI runs nothing next to it.
 */
const SUITES = {
  fresh: {
    about: "the README's two commands on a machine with nothing but Node and npm",
    command: ['.ci/test/fresh'],
    needs: ['ip', 'mmdebstrap'],
    root: true,
  },
  lint: {
    about: 'ESLint, Prettier, types, import rules, unused code, plain language',
    command: ['npm', 'run', '--silent', 'lint'],
  },
  test: {
    about: '`npm test`: units, contracts, HTTP and ten flows of a real gateway',
    // The longest first, so that no process ends much later than the others.
    files: [/^flows\//, /^contract\//, /^cli\//, /^http\//, /./],
    ignore: [OTHER_FOLDERS, FUZZ, /\.long$/],
    jobs: 4,
    // It is part of `fresh`.
    ci: false,
  },
  unit: {
    about: 'the tests of `npm test` that start no process and listen nowhere',
    files: [/./],
    ignore: [OTHER_FOLDERS, /^(?:contract|flows|http|uplinks)\//, /\.(?:process|long)$/],
    builds: ['tests'],
    require: './.ci/test/no-processes.cjs',
    jobs: 2,
    ci: false,
  },
  e2e: {
    about: 'all other flows of real gateways, with simulated trackers and modems',
    files: [/^e2e\/(?:provision|auto|simulate)/, /^e2e\//],
    needs: ['bash'],
    jobs: 4,
  },
  long: {
    about: 'properties over days, years and large stores; longer commands',
    files: [/^http\/scope-matrix\.long$/, /\.long$/],
    jobs: 4,
  },
  fuzz: {
    about: 'random and damaged bytes through every protocol; random requests; random histories of uplinks',
    files: [FUZZ],
    env: { WAYPOST_FUZZ_BYTES: '64000000', WAYPOST_FUZZ_BURSTS: '10000' },
  },
  corpus: { about: 'recordings of real trackers, in the folder WAYPOST_CORPUS', files: [/^corpus\//] },
  cases: {
    about: 'inputs made from bug reports, of trackers, lists, mail, files and clients, with what is right',
    files: [/^cases\//],
    ignore: [/\.long$/],
    needs: ['gdal', 'gpsbabel', 'mosquitto', 'nats-server'],
  },
  docs: {
    about: 'every command, program, configuration and figure of the pages',
    files: [/^docs\//],
    needs: ['bash', 'curl'],
    jobs: 2,
  },
  brokers: {
    about: 'uplinks to real MQTT brokers and NATS servers',
    files: [/^brokers\//],
    needs: ['bash', 'mosquitto', 'mosquitto_passwd', 'nats-server'],
    jobs: 4,
  },
  compare: {
    about: 'zones and GPX files compared with shapely, GeographicLib and the schema',
    files: [/^compare\//],
    builds: ['tests'],
    needs: ['geographiclib', 'python3', 'shapely', 'xmllint'],
    jobs: 2,
  },
  clients: {
    about: 'API linters, a generated client and Node-RED',
    files: [/^clients\//],
    builds: ['gateway', 'dashboard', 'tests', 'clients'],
  },
  system: {
    about: 'other programs: gammu, gpsd, a mail server, systemd, shells, the Debian package',
    files: [/^system\//],
    needs: [
      'bash',
      'chromium',
      'dpkg-deb',
      'fish',
      'gammu',
      'gdal',
      'gpsbabel',
      'gpsd',
      'groff',
      'ip',
      'lintian',
      'mandoc',
      'opensmtpd',
      'promtool',
      'python3',
      'python3-gammu',
      'setpriv',
      'strace',
      'systemd-analyze',
      'zsh',
    ],
    root: true,
    jobs: 2,
  },
  browser: {
    about: 'the dashboard in Chromium and Firefox',
    files: [/^browser\/every-page$/, /^browser\/[^/]+$/],
    needs: ['bash', 'chromium', 'firefox'],
    jobs: 2,
  },
  speed: {
    about: 'frames, memory and first view of the dashboard with 500 and 5,000 devices',
    files: [/^browser\/speed\//],
    needs: ['bash', 'chromium'],
    alone: true,
  },
  fault: {
    about: 'kill -9, power cuts, failing and full disks, wrong clocks, unplugged ports',
    files: [/^fault\/provisioning-/, /^fault\//],
    ignore: [/^fault\/block\//],
    needs: ['bash', 'cc', 'faketime', 'mkfs.ext4', 'python3', 'strace'],
    root: true,
    jobs: 4,
    alone: true,
  },
  attack: {
    about: 'abuse by strangers, users and trackers against a gateway with 512 MB',
    files: [/^attack\//],
    ignore: [/^attack\/depot\//],
    needs: ['bash', 'taskset'],
    root: true,
    alone: true,
  },
  depot: {
    about: 'an hour of all abuse at once, next to a depot of 500 devices',
    files: [/^attack\/depot\//],
    env: { WAYPOST_ATTACK_MINUTES: '60' },
    needs: ['bash', 'taskset'],
    root: true,
    ci: false,
  },
  power: {
    about: 'the long power cuts, also below a real ext4',
    files: [/^fault\/power$/, /^fault\/block\//],
    env: { WAYPOST_POWER_STATES: '5000' },
    needs: ['bash', 'cc', 'mkfs.ext4', 'nbdfuse', 'strace'],
    root: true,
    ci: false,
  },
};

module.exports = { PROGRAMS, SUITES };
