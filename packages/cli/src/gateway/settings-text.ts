/** What `serve --for` prints: variables and comments for a shell, then the block for a file. */
import { quoteWord } from '@interlock/runtime';
import type { AgentConnection, ClientAgent } from './client-agent.ts';

export function settingsText(agent: ClientAgent, to: AgentConnection): string {
  const environment = { ...agent.environment(to), ...agent.defaults?.(to) };
  const variables = Object.entries(environment).map(([name, value]) => `export ${name}=${quoteWord(value)}`);
  const file = agent.file?.(to);
  // After pasting the block, arguments that say the same are not needed.
  const first = file === undefined || agent.ownFile !== undefined ? (agent.arguments?.(to) ?? []) : [];
  const command = (args: readonly string[]): string => [agent.program, ...args.map(quoteWord)].join(' ');
  return [
    ...variables,
    ...(agent.configure === undefined ? [] : [`# Configure it once with: ${command(agent.configure(to))}`]),
    ...(first.length === 0 ? [] : [`# Start it with: ${command(first)}`]),
    ...(file === undefined ? [] : ['', `# ${file.path}`, file.text]),
  ].join('\n');
}
