/** The tools of the demo server. */
import type { Tool } from '@modelcontextprotocol/sdk/types.js';

export const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const nothing = { type: 'object' as const };

export const demoTools: readonly Tool[] = [
  {
    name: 'echo',
    description: 'Says what it was told.',
    inputSchema: { type: 'object', properties: { text: { type: 'string', default: 'hello' } }, required: ['text'] },
    annotations: { readOnlyHint: true },
  },
  { name: 'picture', description: 'A pixel.', inputSchema: nothing, annotations: { readOnlyHint: true } },
  { name: 'refuse', description: 'Fails.', inputSchema: nothing },
  { name: 'steps', description: 'Tells how far it is.', inputSchema: nothing },
  { name: 'environment', description: 'What it can see.', inputSchema: nothing },
  { name: 'state', description: 'How it is.', inputSchema: nothing },
  { name: 'hang', description: 'Never answers.', inputSchema: nothing },
  { name: 'freeze', description: 'Never does anything again.', inputSchema: nothing },
  { name: 'crash', description: 'Ends the server.', inputSchema: nothing },
  { name: 'grow', description: 'Adds a tool.', inputSchema: nothing },
  { name: 'colour', description: 'Asks for a colour.', inputSchema: nothing },
  { name: 'spawn', description: 'Starts a process.', inputSchema: nothing },
];
