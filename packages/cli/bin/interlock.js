#!/usr/bin/env node
// Stands here, not in `dist`, so that npm can link it in a workspace that has not been built yet.
import { existsSync } from 'node:fs';

const main = new URL('../dist/main.js', import.meta.url);
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major < 22 || (major === 22 && minor < 15)) {
  fail(`Node 22.15 or newer is required; this is ${process.version}.`);
} else if (!existsSync(main)) {
  fail('this copy has not been built. Run `npm run build` first.');
} else {
  await import(main.href);
}

/** @param {string} why */
function fail(why) {
  console.error(`interlock: ${why}`);
  process.exitCode = 2;
}
