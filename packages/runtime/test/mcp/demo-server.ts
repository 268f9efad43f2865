/** A real MCP server over stdio, with the official library, as a user would configure it. Run as a process by the tests. */
import { spawn } from 'node:child_process';
import { writeSync } from 'node:fs';
import process from 'node:process';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import {
  CallToolRequestSchema,
  type CallToolResult,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListToolsRequestSchema,
  ReadResourceRequestSchema,
  type Tool,
} from '@modelcontextprotocol/sdk/types.js';
import { demoTools, pixel } from './demo-tools.ts';

/** The library gives up after a minute, which a busy machine may need. */
const patient = { timeout: 600_000 };

const server = new Server(
  { name: 'demo', version: '1.0.0' },
  { capabilities: { tools: { listChanged: true }, prompts: {}, resources: {} } },
);
const tools: Tool[] = [...demoTools];
let cancelled = 0;

/** Two tools per page, so that every list has several pages. */
server.setRequestHandler(ListToolsRequestSchema, ({ params }) => {
  const from = Number(params?.cursor ?? 0);
  const more = from + 2 < tools.length ? { nextCursor: String(from + 2) } : {};
  return { tools: tools.slice(from, from + 2), ...more };
});

server.setRequestHandler(CallToolRequestSchema, async ({ params }, extra): Promise<CallToolResult> => {
  const { name, arguments: args = {} } = params;
  const token = params._meta?.progressToken;
  const say = (text: string): CallToolResult => ({ content: [{ type: 'text', text }] });
  const report = async (message: string, progress: number): Promise<void> => {
    if (token === undefined) return;
    await extra.sendNotification({
      method: 'notifications/progress',
      params: { progressToken: token, progress, total: 2, message },
    });
  };
  switch (name) {
    case 'echo':
      return say(JSON.stringify(args));
    case 'picture':
      return {
        content: [
          { type: 'text', text: 'a pixel' },
          { type: 'image', data: pixel, mimeType: 'image/png' },
        ],
      };
    case 'refuse':
      return { content: [{ type: 'text', text: 'not today' }], isError: true };
    case 'steps':
      await report('one', 1);
      await report('', 2);
      return say('done');
    case 'environment':
      return say(JSON.stringify(process.env));
    case 'state':
      return say(JSON.stringify({ pid: process.pid, cwd: process.cwd(), cancelled }));
    case 'hang':
      extra.signal.addEventListener('abort', () => {
        cancelled += 1;
      });
      await report('hanging', 1);
      return new Promise(() => {});
    case 'freeze':
      await report('freezing', 1);
      // Blocks the whole process, and nothing can wake it up.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
      return say('thawed');
    case 'crash':
      writeSync(2, `about to crash\nmy key is ${process.env['DEMO_KEY'] ?? 'none'}\n`);
      return process.exit(3);
    case 'grow':
      tools.push({ name: `grown-${tools.length}`, description: '', inputSchema: { type: 'object' } });
      await server.sendToolListChanged();
      return say('grown');
    case 'colour': {
      const colour = { type: 'string' as const, enum: ['red', 'green'] };
      const depth = { type: 'integer' as const };
      const properties = { colour, depth };
      const requestedSchema = { type: 'object' as const, properties, required: ['colour', 'depth'] };
      const { action, content = {} } = await server.elicitInput({ message: 'Which colour?', requestedSchema }, patient);
      return say(`${action} ${JSON.stringify(content)}`);
    }
    case 'spawn':
      return say(String(spawn('sleep', ['600'], { stdio: 'inherit' }).pid));
    default:
      throw new Error(`no tool ${name}`);
  }
});

server.setRequestHandler(ListPromptsRequestSchema, () => ({
  prompts: [
    {
      name: 'review it',
      description: 'Reviews a file',
      arguments: [{ name: 'file', required: true }, { name: 'focus' }],
    },
  ],
}));

server.setRequestHandler(GetPromptRequestSchema, ({ params: { name, arguments: args } }) => {
  if (name !== 'review it') throw new Error(`no prompt ${name}`);
  const text = `Review ${args?.['file']} with ${args?.['focus'] ?? 'care'}.`;
  return { messages: [{ role: 'user', content: { type: 'text', text } }] };
});

server.setRequestHandler(ReadResourceRequestSchema, ({ params: { uri } }) => {
  if (uri !== 'note://a/b') throw new Error(`no resource ${uri}`);
  return { contents: [{ uri, mimeType: 'text/plain', text: 'the note' }] };
});

await server.connect(new StdioServerTransport());
