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
};
