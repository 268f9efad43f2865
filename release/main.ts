/** `npm run release`: creates the tarball and prints how to install it. */

import { relative } from 'node:path';
import process from 'node:process';
import { makeTarball } from './make-tarball.ts';

const path = relative(process.cwd(), await makeTarball(process.cwd()));
process.stdout.write(`${path}\n\nInstall it with:\n  npm install -g ./${path}\n`);
