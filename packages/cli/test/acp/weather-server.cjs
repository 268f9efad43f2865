// The smallest MCP server: one tool, which tells the variable it was started with, and one prompt.
const say = (id, result) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, result })}\n`);
require('node:readline')
  .createInterface({ input: process.stdin })
  .on('line', (line) => {
    const { id, method, params } = JSON.parse(line);
    if (method === 'server/discover') say(id, {});
    if (method === 'initialize')
      say(id, {
        protocolVersion: params.protocolVersion,
        capabilities: { tools: {}, prompts: {} },
        serverInfo: { name: 'weather', version: '1' },
      });
    if (method === 'tools/list')
      say(id, { tools: [{ name: 'look', inputSchema: { type: 'object', properties: {} } }] });
    if (method === 'prompts/list') say(id, { prompts: [{ name: 'ask', description: 'Asks for the weather.' }] });
    if (method === 'tools/call') say(id, { content: [{ type: 'text', text: `sunny in ${process.env.TOWN}` }] });
  });
