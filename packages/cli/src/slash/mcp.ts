/** `/mcp`: the state of the MCP servers; `/mcp restart <name>` restarts one. */
import type { SlashCommand } from './slash-command.ts';

export const mcp: SlashCommand = {
  name: 'mcp',
  summary: 'show the MCP servers; restart <name> restarts one',
  argument: '[restart <name>]',
  duringTurn: true,
  run: async ({ agent, say }, argument) => {
    const servers = agent.mcp;
    if (servers === undefined) return say('No MCP servers are configured. Add them under "mcp" in the configuration.');
    const restart = /^restart\s+(\S+)$/.exec(argument)?.[1];
    if (restart !== undefined) {
      if (!servers.status().some(({ server }) => server === restart))
        return say(`There is no MCP server "${restart}".`, 'warning');
      await servers.restart(restart);
    } else if (argument !== '') return say('Write /mcp, or /mcp restart <name>.', 'warning');
    const lines = servers
      .status()
      .map(
        ({ server, state, tools, why }) => `${server}: ${state}, ${tools} tools${why === undefined ? '' : ` (${why})`}`,
      );
    say(lines.length === 0 ? 'No MCP servers are configured.' : lines.join('\n'));
  },
};
