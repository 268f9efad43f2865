/**
 * Runs `interlock serve` as a separate process, one after the other on the same port. Each routes every model name to one provider. They
 * store the answers they gave in one database, so nothing is lost when a process ends.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Gateway } from '@interlock/gateway';
import { root } from '../architecture/repository.ts';
import { temporaryFolder } from '../program/temporary-folder.ts';
import type { OpenGateways } from './through-gateway.ts';

export const openProcesses =
  (database: string): OpenGateways =>
  (write) =>
  async ({ target, simulator }, wanted): Promise<Gateway> => {
    const port = wanted ?? (await freePort());
    const home = temporaryFolder('serve');
    const { model, endpoint } = target;
    const provider = String(target.provider);
    const config = {
      providers: { [provider]: { baseUrl: endpoint, credentials: [{ env: 'SIMULATOR_KEY' }] } },
      gateway: { aliases: { '*': `${provider}/${model}` }, postgresEnv: 'GATEWAY_DATABASE' },
    };
    const file = join(home, 'config.json');
    writeFileSync(file, JSON.stringify(config));
    const program = join(root, 'packages/cli/bin/interlock.js');
    const child = spawn(process.execPath, [program, 'serve', '--port', String(port), '--config', file], {
      cwd: home,
      env: { PATH: process.env['PATH'], HOME: home, SIMULATOR_KEY: simulator.key, GATEWAY_DATABASE: database },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    createInterface({ input: child.stderr }).on('line', (line) => line.startsWith('{') && write(line));
    const url = await listening(child);
    return {
      url,
      close: async () => {
        const ended = once(child, 'exit');
        child.kill('SIGINT');
        await ended;
        rmSync(home, { recursive: true, force: true });
      },
    };
  };

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

function listening(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    const take = (data: unknown): void => {
      output += String(data);
      const url = /Listening on (http:\S+)/.exec(output)?.[1];
      if (url !== undefined) resolve(url);
    };
    child.stdout?.on('data', take);
    child.stderr?.on('data', take);
    child.once('exit', (code) => reject(new Error(`interlock serve ended with ${code}: ${output.slice(-1_000)}`)));
  });
}
