import { expect } from 'chai';
import { readStartMemory, writeStartMemory } from '../../../../src/web/pages/provisioning/start-memory.js';

describe('the memory of the last session', () => {
  const storageOf = (all: Map<string, string>) => () => ({
    getItem: (name: string) => all.get(name) ?? null,
    setItem: (name: string, value: string) => void all.set(name, value),
  });

  it('template and ports are remembered', () => {
    const storage = storageOf(new Map());
    expect(readStartMemory(storage)).to.equal(undefined);
    const memory = { template: 'vans', ports: ['/dev/ttyUSB0'] };
    writeStartMemory(storage, memory);
    expect(readStartMemory(storage)).to.deep.equal(memory);
  });

  it('a browser without storage, or with something else in it, remembers nothing', () => {
    const denied = () => {
      throw new Error('denied');
    };
    expect(readStartMemory(denied)).to.equal(undefined);
    expect(() => {
      writeStartMemory(denied, { template: 'vans', ports: [] });
    }).not.to.throw();
    for (const text of ['', '{', 'null', '[]', '{"template":1}', '{"template":"a","ports":"b"}']) {
      expect(readStartMemory(storageOf(new Map([['waypost.provisioning', text]]))), text).to.equal(undefined);
    }
  });
});
