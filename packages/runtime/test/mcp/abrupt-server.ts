/** A server of an older revision that exits if the first message is not `initialize`, as some do. */
import process from 'node:process';
import { createInterface } from 'node:readline';

let isFirst = true;
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line) as {
    readonly id?: number;
    readonly method: string;
    readonly params?: { readonly protocolVersion?: string };
  };
  if (isFirst && method !== 'initialize') process.exit(7);
  isFirst = false;
  const answer = (result: object): boolean =>
    process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, result })}\n`);
  if (method === 'initialize')
    answer({
      protocolVersion: params?.protocolVersion,
      capabilities: { tools: {} },
      serverInfo: { name: 'abrupt', version: '1' },
    });
  if (method === 'tools/list') answer({ tools: [{ name: 'work', inputSchema: { type: 'object' } }] });
});
