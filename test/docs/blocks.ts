import { readFileSync } from 'node:fs';

/** A fenced code block. */
export type Block = {
  /** `sh`, `ts`, `json`, `text` …; empty if there is none */
  readonly language: string;
  /** the rest of the first line, such as a file name */
  readonly info: string;
  readonly text: string;
  /** line number of the first line, from 1 */
  readonly line: number;
  /** the expected output: the `json` or `text` block right after a `sh` or `ts` block */
  readonly printed?: Block;
};

const printing = ['sh', 'ts'];
const isPrinted = ({ language }: Block): boolean => language === 'json' || language === 'text';

/** The fenced blocks of a page in order; a block of expected output belongs to the block before it. */
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

/** The blocks of a file of this checkout. */
export const blocksOf = (file: string): readonly Block[] => blocksIn(readFileSync(file, 'utf8'));
