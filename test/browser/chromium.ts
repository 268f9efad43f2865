/**
 * A real Chromium for tests, from npm packages alone: `@sparticuz/chromium` ships the browser as compressed archives, and
 * `playwright-core` drives it. No browser or system library has to be installed. There are no fonts, so it is good for running code, but
 * not for looking at pages.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, createWriteStream, existsSync, readFileSync } from 'node:fs';
import { chmod, mkdir, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';
import { type Browser, chromium } from 'playwright-core';
import { chosenEnvironment } from '../program/chosen-environment.ts';
import { plainFolder } from '../program/temporary-folder.ts';

const cache = join(import.meta.dirname, '../../.cache');
const shipped = join(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')), '..');

export async function launchChromium(): Promise<Browser> {
  // The archives contain only Linux x64 binaries. On other systems an installed Chrome is used.
  if (process.platform !== 'linux' || process.arch !== 'x64') return chromium.launch({ channel: 'chrome' });

  const folder = await unpackChromium();
  return chromium.launch({
    executablePath: join(folder, 'chromium'),
    args: [
      '--disable-gpu', // there is none, and the archive with a software renderer is not unpacked
      '--no-zygote', // the zygote forks into namespaces that many containers forbid
    ],
    chromiumSandbox: false, // the sandbox refuses root and needs the same namespaces; only our own code is loaded
    env: chosenEnvironment({
      // NSS and expat are missing on a bare system. Set for the browser only: Node must not load them.
      LD_LIBRARY_PATH: join(folder, 'lib'),
      HOME: join(folder, 'home'), // otherwise its certificate database and caches end up in the developer's home
    }),
  });
}

/**
 * Unpacks the browser (200 MB, a few seconds) once per version into `.cache`. The package's own `executablePath()` is not used: it unpacks
 * to `/tmp/chromium`, treats a half-written file or another user's file there as complete, omits the libraries unless it detects AWS
 * Lambda, and changes the owner of files to users who do not exist.
 */
async function unpackChromium(): Promise<string> {
  const { version } = JSON.parse(readFileSync(join(shipped, 'package.json'), 'utf8'));
  const folder = join(cache, `chromium-${version}`);
  if (existsSync(folder)) return folder;

  await mkdir(cache, { recursive: true });
  const unfinished = plainFolder('chromium', cache);
  try {
    await Promise.all([
      decompress('chromium.br', createWriteStream(join(unfinished, 'chromium'), { mode: 0o755 })),
      unpackTar('al2023.tar.br', unfinished),
      mkdir(join(unfinished, 'home')),
    ]);
    await chmod(unfinished, 0o755); // everyone may use it, whoever unpacked it
    await rename(unfinished, folder);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    if (!existsSync(folder)) throw error; // otherwise another test process was faster
  }
  return folder;
}

async function decompress(archive: string, target: NodeJS.WritableStream): Promise<void> {
  const compressed = createReadStream(join(shipped, 'bin', archive), { highWaterMark: 4 << 20 });
  await pipeline(compressed, createBrotliDecompress({ chunkSize: 2 << 20 }), target);
}

/** Uses the system's `tar`, which is part of every Debian, without changing owners, which root may not do in a container. */
async function unpackTar(archive: string, folder: string): Promise<void> {
  const tar = spawn('tar', ['-x', '--no-same-owner', '-C', folder], { stdio: ['pipe', 'inherit', 'inherit'] });
  const [[code]] = await Promise.all([once(tar, 'exit'), decompress(archive, tar.stdin)]);
  if (code !== 0) throw new Error(`tar could not unpack ${archive} (${code})`);
}
