'use strict';
// Unit tests start no process, open no pseudo-terminal and listen on no network port: doing so throws.
const childProcess = require('node:child_process');
const dgram = require('node:dgram');
const net = require('node:net');
const { syncBuiltinESMExports } = require('node:module');

const refuse = (what) => () => {
  throw new Error(`a unit test must not ${what}: name its file *.process.test.ts`);
};

// The main process starts the workers.
if (process.env.MOCHA_WORKER_ID !== undefined) {
  for (const name of ['spawn', 'exec', 'execFile', 'fork', 'spawnSync', 'execSync', 'execFileSync']) {
    childProcess[name] = refuse(`start a process (${name})`);
  }
  const { listen } = net.Server.prototype;
  // The lock of a data folder is a local socket.
  net.Server.prototype.listen = function (...args) {
    const [where] = args;
    const isLocal = typeof where === 'string' || typeof where?.path === 'string';
    return isLocal ? listen.apply(this, args) : refuse('listen on a network port')();
  };
  dgram.Socket.prototype.bind = refuse('bind a UDP socket');
  require('@lydell/node-pty').open = refuse('open a pseudo-terminal');
  syncBuiltinESMExports();
}
