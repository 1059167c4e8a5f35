import type { GatewaySettings } from '../config.js';
import { ConfigError, type KeyPath } from './problem.js';
import { findStartProblems } from './start-problems.js';

/** Throws a ConfigError with everything that keeps a gateway with these settings from starting. */
export async function prepareStart({ config, locate }: GatewaySettings): Promise<void> {
  const problems = await findStartProblems(config);
  if (problems.length === 0) return;
  throw new ConfigError(
    await Promise.all(problems.map(async (problem) => `${await locate(keyOf(problem))}: ${problem}`)),
  );
}

/** The key that a sentence begins with: `serial.ports.0.path is …` */
const keyOf = (problem: string): KeyPath =>
  problem
    .slice(0, problem.indexOf(' '))
    .split('.')
    .map((name) => (/^\d+$/.test(name) ? Number(name) : name));
