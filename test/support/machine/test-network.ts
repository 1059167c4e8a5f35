import { execFileSync } from 'node:child_process';

/** Two network namespaces connected by one cable and isolated from all else; needs root. */
export type TestNetwork = {
  /** the prefix that runs a command in the first or second namespace */
  readonly on: (machine: 0 | 1) => readonly string[];
  /** Plugs the cable in: 10.99.0.1 and 10.99.0.2. */
  readonly connect: () => void;
  readonly remove: () => void;
};

const ip = (...flags: string[]): void => {
  execFileSync('ip', flags, { stdio: ['ignore', 'ignore', 'pipe'] });
};

export function createTestNetwork(): TestNetwork {
  const names = [0, 1].map((machine) => `waypost-${process.pid}-${machine}`);
  const [first = '', second = ''] = names;
  for (const name of names) {
    ip('netns', 'add', name);
    ip('-n', name, 'link', 'set', 'lo', 'up');
  }
  ip('link', 'add', 'cable', 'netns', first, 'type', 'veth', 'peer', 'name', 'cable', 'netns', second);
  return {
    on: (machine) => ['ip', 'netns', 'exec', names[machine] ?? ''],
    connect() {
      for (const [machine, name] of names.entries()) {
        ip('-n', name, 'addr', 'add', `10.99.0.${machine + 1}/24`, 'dev', 'cable');
        ip('-n', name, 'link', 'set', 'cable', 'up');
      }
    },
    remove() {
      for (const name of names) ip('netns', 'del', name);
    },
  };
}
