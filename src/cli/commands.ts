import type { Command } from 'commander';

/** The table of commands, one file each. Only the requested command is loaded, so that the gateway stays small and starts fast. */
const commands: Readonly<Record<string, () => Promise<Command>>> = {
  serve: async () => (await import('./serve.js')).serveCommand(),
  backup: async () => (await import('./backup.js')).backupCommand(),
  restore: async () => (await import('./restore.js')).restoreCommand(),
  downgrade: async () => (await import('./downgrade.js')).downgradeCommand(),
  export: async () => (await import('./export.js')).exportCommand(),
  check: async () => (await import('./check.js')).checkCommand(),
  bundle: async () => (await import('./bundle.js')).bundleCommand(),
  ports: async () => (await import('./ports.js')).portsCommand(),
  device: async () => (await import('./device.js')).deviceCommand(),
  command: async () => (await import('./command.js')).commandCommand(),
  user: async () => (await import('./user.js')).userCommand(),
  display: async () => (await import('./display.js')).displayCommand(),
  key: async () => (await import('./key.js')).keyCommand(),
  provision: async () => (await import('./provision.js')).provisionCommand(),
  demo: async () => (await import('./demo.js')).demoCommand(),
  simulate: async () => (await import('./simulate.js')).simulateCommand(),
  replay: async () => (await import('./replay.js')).replayCommand(),
};

const isHelp = (word: string): boolean => ['help', '--help', '-h'].includes(word);

/** The commands that a command line may mean: the named one; `serve` without a name; all of them for help or an unknown name. */
export function commandsFor([first = '']: readonly string[]): Promise<readonly Command[]> {
  const isNamed = Object.hasOwn(commands, first);
  const isDefault = first === '' || (first.startsWith('-') && !isHelp(first));
  const names = isNamed ? [first] : isDefault ? ['serve'] : Object.keys(commands);
  return Promise.all(names.map((name) => commands[name]?.()).filter((command) => command !== undefined));
}
