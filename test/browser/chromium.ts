/**
 * A real Chromium for tests, out of nothing but npm packages: `@sparticuz/chromium` ships the browser as compressed
 * archives, `playwright-core` drives it. Neither a browser nor any library of one has to be installed.
 * There are no fonts: good for running code, not for looking at pages.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, createWriteStream, existsSync, readFileSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';
import { type Browser, chromium } from 'playwright-core';

const cache = join(import.meta.dirname, '../../.cache');
const shipped = join(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')), '..');

export async function launchChromium(): Promise<Browser> {
  // The archives hold Linux x64 binaries and no others. Elsewhere an installed Chrome has to do.
  if (process.platform !== 'linux' || process.arch !== 'x64') return chromium.launch({ channel: 'chrome' });

  const folder = await unpackChromium();
  return chromium.launch({
    executablePath: join(folder, 'chromium'),
    args: [
      '--disable-gpu', // there is none, and the archive with a software one is not unpacked
      '--no-zygote', // the zygote forks into namespaces that many containers forbid
    ],
    chromiumSandbox: false, // the sandbox refuses root and needs the same namespaces; we load our own code only
    env: {
      ...process.env,
      // NSS and expat are not on a bare system. Set for the browser only: Node must not load them.
      LD_LIBRARY_PATH: join(folder, 'lib'),
      HOME: join(folder, 'home'), // else its certificate database and caches land in the developer's
    },
  });
}

/**
 * Unpacks the browser (200 MB, a few seconds) once per version into `.cache`. The package's own `executablePath()`
 * is not used: it unpacks to `/tmp/chromium`, takes a half-written or another user's file there for a finished one,
 * leaves the libraries out unless it believes to be on AWS Lambda, and gives files away to users who do not exist.
 */
async function unpackChromium(): Promise<string> {
  const { version } = JSON.parse(readFileSync(join(shipped, 'package.json'), 'utf8'));
  const folder = join(cache, `chromium-${version}`);
  if (existsSync(folder)) return folder;

  await mkdir(cache, { recursive: true });
  const unfinished = await mkdtemp(`${folder}-`);
  try {
    await Promise.all([
      decompress('chromium.br', createWriteStream(join(unfinished, 'chromium'), { mode: 0o755 })),
      unpackTar('al2023.tar.br', unfinished),
      mkdir(join(unfinished, 'home')),
    ]);
    await chmod(unfinished, 0o755); // whoever unpacked it, everybody may use it
    await rename(unfinished, folder);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    if (!existsSync(folder)) throw error; // else another test process was faster
  }
  return folder;
}

async function decompress(archive: string, target: NodeJS.WritableStream): Promise<void> {
  const compressed = createReadStream(join(shipped, 'bin', archive), { highWaterMark: 4 << 20 });
  await pipeline(compressed, createBrotliDecompress({ chunkSize: 2 << 20 }), target);
}

/** By the system's `tar`: part of every Debian, and told not to change owners, which root in a container may not do. */
async function unpackTar(archive: string, folder: string): Promise<void> {
  const tar = spawn('tar', ['-x', '--no-same-owner', '-C', folder], { stdio: ['pipe', 'inherit', 'inherit'] });
  const [[code]] = await Promise.all([once(tar, 'exit'), decompress(archive, tar.stdin)]);
  if (code !== 0) throw new Error(`tar could not unpack ${archive} (${code})`);
}
