/**
 * Sits between a client and an agent, forwards every byte, and records each line with its direction, in one file per start: `node
 * record-lines.ts <folder> <command> [argument…]`.
 */
import { spawn } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import type { Readable, Writable } from 'node:stream';
import type { Line } from '../../packages/cli/test/acp/protocol-lines.ts';

const [folder = '.', command = '', ...args] = process.argv.slice(2);
const file = join(folder, `${process.hrtime.bigint()}-${process.pid}.jsonl`);
const agent = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });

function pass(from: Readable, to: Writable, who: Line['from']): void {
  let rest = Buffer.alloc(0);
  from.on('data', (chunk: Buffer) => {
    // Recorded before the other side can answer it.
    rest = Buffer.concat([rest, chunk]);
    for (let end = rest.indexOf(10); end !== -1; end = rest.indexOf(10)) {
      const text = rest.subarray(0, end).toString();
      rest = rest.subarray(end + 1);
      if (text.trim() !== '') appendFileSync(file, `${JSON.stringify({ from: who, text } satisfies Line)}\n`);
    }
    to.write(chunk);
  });
  from.on('end', () => to.end());
}

pass(process.stdin, agent.stdin, 'client');
pass(agent.stdout, process.stdout, 'agent');
agent.stdin.on('error', () => undefined);
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => agent.kill(signal));
agent.on('exit', (code) => process.exit(code ?? 1));
