import type { Command } from 'commander';

/** The table of commands: one file each. Only what is asked for is loaded, since the gateway is to be small and start fast. */
const commands: Readonly<Record<string, () => Promise<Command>>> = {
  serve: async () => (await import('./serve.js')).serveCommand(),
  backup: async () => (await import('./backup.js')).backupCommand(),
  restore: async () => (await import('./restore.js')).restoreCommand(),
  export: async () => (await import('./export.js')).exportCommand(),
  check: async () => (await import('./check.js')).checkCommand(),
  bundle: async () => (await import('./bundle.js')).bundleCommand(),
  ports: async () => (await import('./ports.js')).portsCommand(),
  device: async () => (await import('./device.js')).deviceCommand(),
  user: async () => (await import('./user.js')).userCommand(),
  key: async () => (await import('./key.js')).keyCommand(),
  provision: async () => (await import('./provision.js')).provisionCommand(),
  demo: async () => (await import('./demo.js')).demoCommand(),
  simulate: async () => (await import('./simulate.js')).simulateCommand(),
  replay: async () => (await import('./replay.js')).replayCommand(),
};

const isHelp = (word: string): boolean => ['help', '--help', '-h'].includes(word);

/**
 * The commands that the words of a command line may mean: the one that they begin with, `serve` where
 * it names none, and all where help is asked for or none is called so.
 */
export function commandsFor([first = '']: readonly string[]): Promise<readonly Command[]> {
  const isNamed = Object.hasOwn(commands, first);
  const isDefault = first === '' || (first.startsWith('-') && !isHelp(first));
  const names = isNamed ? [first] : isDefault ? ['serve'] : Object.keys(commands);
  return Promise.all(names.map((name) => commands[name]?.()).filter((command) => command !== undefined));
}
