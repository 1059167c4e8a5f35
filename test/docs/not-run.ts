import { existsSync, readFileSync } from 'node:fs';

/**
 * Commands on pages that the tests of the pages do not run, and why. A command that is neither listed here nor runs fails the
 * test.
 */
const NOT_RUN: readonly { readonly why: string; readonly commands: readonly RegExp[] }[] = [
  {
    why: 'they change the packages of the machine; .ci/release/chroot installs, upgrades, removes and purges the package',
    commands: [
      /^sudo apt-get (?:update|install|remove|purge) /,
      /^sudo apt-get update$/,
      /^curl -fsSL https:\/\/deb\.nodesource\.com\/setup_2[24]\.x \| sudo bash -$/,
    ],
  },
  {
    why: 'they write to the folders of the system; test/system/by-hand.test.ts runs the installation without the package',
    commands: [
      /^sudo (?:install -Dm|cp|mkdir|usermod|udevadm|systemd-sysusers|systemd-tmpfiles)/,
      /^sudo systemctl (?:daemon-reload|enable)\b/,
    ],
  },
  {
    why: 'they change this machine, its units or its hardware',
    commands: [
      /^sudo (?:chown|raspi-config|reboot|timedatectl|install -o|mv) ?/,
      /^sudo systemctl (?:edit|disable|mask|reset-failed)\b/,
      /^(?:timedatectl|lsblk|udevadm)\b/,
    ],
  },
  {
    why: 'they run until Ctrl+C, so only their options are checked',
    commands: [/^waypost (?:simulate|replay|ports listen) /],
  },
  {
    why: 'they need another machine, a repository or a large file',
    commands: [/^pmtiles /, /^git (?:clone|pull) /, /^cd [\w.-]+$/, /^scp /],
  },
  {
    why: '.ci/release/chroot runs the steps of the image, and .ci/release/node-versions installs the tarball',
    commands: [
      /^cp dist\/waypost_\*_amd64\.deb waypost\.deb$/,
      /^podman (?:build|run) /,
      /^npm (?:pack|install -g )/,
      /^\.ci\/release\/(?:reproducible|node-versions|chroot)\b/,
    ],
  },
  {
    why: 'test/system/npm-update.test.ts installs one version over the other',
    commands: [/^mkdir -p ~\/\.local\/state$/, /^mv -T "\$\(npm root -g\)\/waypost\/data" /],
  },
  {
    why: 'they are suites of CI, or what the suite fresh runs',
    commands: [/^npm (?:start|test)(?: |$)/, /^(?:WAYPOST_\w+=\S+ )*npm run [\w:]+(?: -- .+)?$/],
  },
];

const scripts = Object.keys((JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: object }).scripts);
const packaged = ['systemd/debian/build', 'systemd/waypost.service', 'systemd/waypost.tmpfiles']
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n');

/** The commands of a block, one per line, without comments. */
export const commandsOf = (script: string): readonly string[] =>
  script
    .replaceAll('\\\n', ' ')
    .split('\n')
    .map((line) => line.replace(/(^|\s)#.*$/, '').trim())
    .filter((line) => line !== '');

export const isNotRun = (command: string): boolean =>
  NOT_RUN.some(({ commands }) => commands.some((known) => known.test(command)));

/** Missing files of this checkout or package, and missing npm scripts, that the command names. */
export function namesNothing(command: string): readonly string[] {
  const words = command.split(/[\s="']+/);
  const here = words.filter((word) => /^\.?\/?(?:systemd|config|src|test)\/[\w./-]+$/.test(word));
  const installed = words.filter((word) =>
    /^\/usr\/lib\/(?:waypost|systemd\/system\/waypost|udev|sysusers|tmpfiles)/.test(word),
  );
  const run = [...command.matchAll(/npm run (?:--silent )?([\w:]+)/g)].map(([, name = '']) => name);
  return [
    ...here.filter((file) => !existsSync(file)),
    ...installed.filter((path) => !packaged.includes(path.replace(/^\/usr\//, '').replace(/\.d\/?$/, '.d/'))),
    ...run.filter((name) => !scripts.includes(name)),
  ];
}
