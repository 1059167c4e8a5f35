import type { Figure } from './figure.js';
import type { Settings } from './settings.js';

/** A part of the bench: measures one aspect of the gateway, next to its ceilings and peers. */
export type Part = {
  readonly name: string;
  readonly title: string;
  readonly run: (settings: Settings) => Promise<Report>;
};

export type Report = {
  readonly figures: readonly Figure[];
  /** tables and sentences besides the figures with goals */
  readonly details?: readonly string[];
  /** what was measured, if it is not rounds of some seconds */
  readonly extent?: string;
  /** a line for each rule that must hold and does not: the bench then fails */
  readonly failures?: readonly string[];
};
