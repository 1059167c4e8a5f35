import { readFileSync } from 'node:fs';

/** What stands between two lines of three back-ticks. */
export type Block = {
  /** `sh`, `ts`, `json`, `text` …; empty where none is said */
  readonly language: string;
  /** what else stands in the first line, as the name of a file */
  readonly info: string;
  readonly text: string;
  /** of the first line, from 1 */
  readonly line: number;
  /** what it prints: the block right behind a `sh` or `ts`, if that is `json` or `text` */
  readonly printed?: Block;
};

const printing = ['sh', 'ts'];
const isPrinted = ({ language }: Block): boolean => language === 'json' || language === 'text';

/** The fenced blocks of a page, in their order; what a block prints stands with it alone. */
export function blocksIn(markdown: string): readonly Block[] {
  const blocks: Block[] = [];
  const fence = /^```(\w*) ?([^\n]*)\n(.*?)^```$/gms;
  let end = -1;
  for (const { 0: all, 1: language = '', 2: info = '', 3: text = '', index } of markdown.matchAll(fence)) {
    const block = { language, info, text, line: markdown.slice(0, index).split('\n').length };
    const last = blocks.at(-1);
    const isRightBehind = last !== undefined && markdown.slice(end, index).trim() === '';
    if (isRightBehind && printing.includes(last.language) && isPrinted(block)) {
      blocks[blocks.length - 1] = { ...last, printed: block };
    } else blocks.push(block);
    end = index + all.length;
  }
  return blocks;
}

/** Those of a file of this checkout. */
export const blocksOf = (file: string): readonly Block[] => blocksIn(readFileSync(file, 'utf8'));
