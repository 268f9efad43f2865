/** `mcp` and its subcommands. */
import type { ListMcpFlags, LoginFlags, McpFlags } from '../commands/mcp.ts';
import { exitCodesLine } from '../io/exit-codes.ts';
import type { CommandContext } from './command-context.ts';
import { withConfigOptions } from './sessions-command.ts';

export function addMcp({ program, io, finish }: CommandContext): void {
  const mcp = program
    .command('mcp')
    .description('List the MCP servers, and sign in to those that require it.')
    .addHelpText('after', `\n${examples}\n\n${exitCodesLine('done', 'failed')}`);
  withConfigOptions(mcp.command('list'))
    .description('List the MCP servers of this folder. None is started.')
    .option('--json', 'print them as JSON')
    .action(async (flags: ListMcpFlags) => finish(await (await load()).listMcp(flags, io)));
  withConfigOptions(mcp.command('login'))
    .description('Sign in to a server over HTTP, in the browser (OAuth).')
    .argument('<server>', 'its name in the configuration')
    .option('--no-browser', 'only print the URL to open')
    .action(async (server: string, flags: LoginFlags) => finish(await (await load()).loginMcp(server, flags, io)));
  withConfigOptions(mcp.command('logout'))
    .description('Sign out of a server, and revoke the token.')
    .argument('<server>', 'its name in the configuration')
    .action(async (server: string, flags: McpFlags) => finish(await (await load()).logoutMcp(server, flags, io)));
}

function load(): Promise<typeof import('../commands/mcp.ts')> {
  return import('../commands/mcp.ts');
}

const examples = `Examples:
  interlock mcp list
  interlock mcp login github`;
