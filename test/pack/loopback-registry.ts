/** An npm registry on loopback that serves what is installed in this repository, so that npm needs no network. */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from './install.ts';

export interface LoopbackRegistry {
  readonly url: string;
  close(): Promise<void>;
}

/** The folder of each installed package, by name and version. */
type Installed = ReadonlyMap<string, ReadonlyMap<string, string>>;

export async function openRegistry(): Promise<LoopbackRegistry> {
  const installed = findInstalled();
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://registry');
    answer(decodeURIComponent(pathname.slice(1)), installed, url, response).catch(() => response.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  return {
    url,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Read from the file in which npm lists what it installed. */
function findInstalled(): Installed {
  const { packages } = JSON.parse(readFileSync(join(root, 'node_modules/.package-lock.json'), 'utf8'));
  const found = new Map<string, Map<string, string>>();
  for (const [path, { version }] of Object.entries<{ readonly version?: string }>(packages)) {
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    if (version === undefined || !path.startsWith('node_modules/') || !existsSync(join(root, path))) continue;
    found.set(name, (found.get(name) ?? new Map()).set(version, join(root, path)));
  }
  return found;
}

async function answer(path: string, installed: Installed, url: string, response: ServerResponse): Promise<void> {
  const [, tarName = '', tarVersion = ''] = /^-\/(.+)\/([^/]+)\.tgz$/.exec(path) ?? [];
  const folder = installed.get(tarName)?.get(tarVersion);
  if (folder !== undefined) {
    const args = ['-cf', '-', '--exclude=./node_modules', '--transform=s,^\\.,package,', '-C', folder, '.'];
    const { stdout } = await promisify(execFile)('tar', args, { encoding: 'buffer', maxBuffer: 256 * 1024 * 1024 });
    response.end(stdout);
    return;
  }
  const versions = installed.get(path);
  if (versions === undefined) {
    response.writeHead(404).end('{}');
    return;
  }
  const described = [...versions].map(([version, home]) => {
    const manifest = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
    return [version, { ...manifest, dist: { tarball: `${url}/-/${path}/${version}.tgz` } }] as const;
  });
  const latest = described.at(-1)?.[0];
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ name: path, 'dist-tags': { latest }, versions: Object.fromEntries(described) }));
}
