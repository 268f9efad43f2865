#!/usr/bin/env node
// Stands here, not in `dist`, so that npm can link it in a workspace that has not been built yet.
import { existsSync } from 'node:fs';

const main = new URL('../dist/main.js', import.meta.url);
if (existsSync(main)) {
  await import(main.href);
} else {
  console.error('interlock: this copy has not been built. Run `npm run build` first.');
  process.exitCode = 2;
}
