import { existsSync, readFileSync } from 'node:fs';

/**
 * Commands on pages that the tests do not run: those that change a whole machine, and those that CI runs itself. A command
 * that is neither listed here nor runs fails the test.
 */
const notRun: readonly RegExp[] = [
  /^sudo apt-get (?:update|install|remove|purge) /,
  /^sudo apt-get update$/,
  /^curl -fsSL https:\/\/deb\.nodesource\.com\/setup_2[24]\.x \| sudo bash -$/,
  /^sudo (?:install -Dm|cp|mkdir|chown|raspi-config|reboot|timedatectl|usermod|udevadm|systemd-sysusers|systemd-tmpfiles)/,
  /^sudo systemctl (?:daemon-reload|edit|disable|enable|mask|reset-failed)\b/,
  /^sudo (?:install -o|mv) /,
  /^pmtiles /,
  // These run until Ctrl-C; only their options are checked.
  /^waypost (?:simulate|replay|ports listen) /,
  /^git (?:clone|pull) /,
  /^cd [\w.-]+$/,
  /^scp /,
  // .ci/release/chroot runs the steps of the image, and .ci/release/node-versions installs the tarball.
  /^cp dist\/waypost_\*_amd64\.deb waypost\.deb$/,
  /^podman (?:build|run) /,
  /^npm (?:pack|install -g )/,
  // test/system/npm-update.test.ts installs one version over the other.
  /^mkdir -p ~\/\.local\/state$/,
  /^mv -T "\$\(npm root -g\)\/waypost\/data" /,
  /^\.ci\/release\/(?:reproducible|node-versions|chroot)\b/,
  /^(?:timedatectl|lsblk|udevadm)\b/,
  /^npm (?:start|test)(?: |$)/,
  /^(?:WAYPOST_\w+=\S+ )*npm run [\w:]+(?: -- .+)?$/,
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

export const isNotRun = (command: string): boolean => notRun.some((known) => known.test(command));

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
