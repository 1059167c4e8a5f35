import type { Command } from 'commander';
import { isAboutAll, isDefault } from './words.js';

type Loaders = Readonly<Record<string, () => Promise<Command>>>;

/**
 * The table of commands by the headings of the help, one file each. Only the requested command is loaded, so that the
 * gateway stays small and starts fast.
 */
const GROUPS: Readonly<Record<string, Loaders>> = {
  'Gateway and its data:': {
    serve: async () => (await import('./serve.js')).serveCommand(),
    check: async () => (await import('./check.js')).checkCommand(),
    backup: async () => (await import('./backup.js')).backupCommand(),
    restore: async () => (await import('./restore.js')).restoreCommand(),
    downgrade: async () => (await import('./downgrade.js')).downgradeCommand(),
    export: async () => (await import('./export.js')).exportCommand(),
    bundle: async () => (await import('./bundle.js')).bundleCommand(),
  },
  'What the gateway knows:': {
    last: async () => (await import('./last.js')).lastCommand(),
    locations: async () => (await import('./locations.js')).locationsCommand(),
    trips: async () => (await import('./trips.js')).tripsCommand(),
    alerts: async () => (await import('./alerts.js')).alertsCommand(),
    messages: async () => (await import('./messages.js')).messagesCommand(),
    ports: async () => (await import('./ports.js')).portsCommand(),
    clock: async () => (await import('./clock.js')).clockCommand(),
    uplink: async () => (await import('./uplink.js')).uplinkCommand(),
    license: async () => (await import('./license.js')).licenseCommand(),
    changes: async () => (await import('./changes.js')).changesCommand(),
  },
  'Devices and trackers:': {
    device: async () => (await import('./device.js')).deviceCommand(),
    groups: async () => (await import('./groups.js')).groupsCommand(),
    command: async () => (await import('./command.js')).commandCommand(),
    provision: async () => (await import('./provision.js')).provisionCommand(),
  },
  'Users and notifications:': {
    user: async () => (await import('./user.js')).userCommand(),
    key: async () => (await import('./key.js')).keyCommand(),
    token: async () => (await import('./token.js')).tokenCommand(),
    display: async () => (await import('./display.js')).displayCommand(),
    rules: async () => (await import('./rules.js')).rulesCommand(),
    zones: async () => (await import('./zones.js')).zonesCommand(),
    'alert-rules': async () => (await import('./alert-rules.js')).alertRulesCommand(),
  },
  'Without trackers:': {
    demo: async () => (await import('./demo.js')).demoCommand(),
    simulate: async () => (await import('./simulate.js')).simulateCommand(),
    replay: async () => (await import('./replay.js')).replayCommand(),
  },
  'This program:': {
    completion: async () => (await import('./completion.js')).completionCommand(),
    man: async () => (await import('./man.js')).manCommand(),
    version: async () => (await import('./version.js')).versionCommand(),
  },
};

const commands: Loaders = Object.assign({}, ...Object.values(GROUPS)) as Loaders;

/** The commands that a command line may mean: the named one; `serve` without a name; all for help, what is derived from it, and an unknown name. */
export function commandsFor([first = '']: readonly string[]): Promise<readonly Command[]> {
  const isNamed = Object.hasOwn(commands, first) && !isAboutAll(first);
  const names = isNamed ? [first] : isDefault(first) ? ['serve'] : Object.keys(commands);
  return Promise.all(names.map(load));
}

async function load(name: string): Promise<Command> {
  const [heading, loaders] = Object.entries(GROUPS).find(([, group]) => Object.hasOwn(group, name)) ?? [];
  const command = await loaders?.[name]?.();
  if (heading === undefined || command === undefined) throw new Error(`command ${name} is not in the table`);
  return command.helpGroup(heading);
}
