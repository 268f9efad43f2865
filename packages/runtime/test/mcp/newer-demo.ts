/** A real server of the 2026-07-28 revision, with the official library. */
import { acceptedContent, inputRequired, Server } from '@modelcontextprotocol/server';

const text = (value: unknown): { content: { type: 'text'; text: string }[] } => ({
  content: [{ type: 'text', text: typeof value === 'string' ? value : JSON.stringify(value) }],
});

export const colourForm = {
  type: 'object' as const,
  properties: { colour: { type: 'string' as const, enum: ['red', 'green'], title: 'Colour' } },
  required: ['colour'],
};

export function createNewerDemo(more: readonly string[] = []): Server {
  const server = new Server(
    { name: 'newer', version: '1' },
    { capabilities: { tools: { listChanged: true }, prompts: {}, resources: {} } },
  );
  const region = { type: 'string' as const, 'x-mcp-header': 'Region' };
  server.setRequestHandler('tools/list', () => ({
    tools: [
      { name: 'echo', inputSchema: { type: 'object' as const, properties: { region } } },
      { name: 'colour', inputSchema: { type: 'object' as const } },
      { name: 'steps', inputSchema: { type: 'object' as const } },
      ...more.map((name) => ({ name, inputSchema: { type: 'object' as const } })),
    ],
  }));
  server.setRequestHandler('tools/call', async ({ params }, { mcpReq, http }) => {
    switch (params.name) {
      case 'colour': {
        const chosen = acceptedContent<{ colour: string }>(mcpReq.inputResponses, 'colour');
        if (chosen !== undefined) return text(`painted ${chosen.colour}`);
        if (mcpReq.inputResponses !== undefined) return text('not painted');
        const ask = inputRequired.elicit({ message: 'Which colour?', requestedSchema: colourForm });
        return inputRequired({ inputRequests: { colour: ask }, requestState: 'half way' });
      }
      case 'steps': {
        const progressToken = mcpReq._meta?.progressToken ?? 0;
        await mcpReq.notify({
          method: 'notifications/progress',
          params: { progressToken, progress: 1, message: 'one' },
        });
        return text('done');
      }
      default:
        return text({ ...params.arguments, header: http?.req?.headers.get('mcp-param-region') ?? null });
    }
  });
  server.setRequestHandler('prompts/list', () => ({ prompts: [{ name: 'greet' }] }));
  server.setRequestHandler('prompts/get', () => ({
    messages: [{ role: 'user' as const, content: { type: 'text' as const, text: 'Good day.' } }],
  }));
  server.setRequestHandler('resources/read', ({ params: { uri } }) => ({
    contents: [{ uri, mimeType: 'text/plain', text: 'the note' }],
  }));
  return server;
}
