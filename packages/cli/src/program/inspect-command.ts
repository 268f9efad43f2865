/** `inspect`: shows a conversation in a browser, as every provider sees it. */
import type { InspectFlags } from '../commands/inspect.ts';
import { exitCodesLine } from '../io/exit-codes.ts';
import type { CommandContext } from './command-context.ts';
import { parsePort } from './parse-values.ts';
import { withStoreOptions } from './sessions-command.ts';

export function addInspect({ program, io, finish }: CommandContext): void {
  withStoreOptions(program.command('inspect'))
    .description('Show a conversation in the browser as every provider sees it. Prints the address of a local page.')
    .argument(
      '[what...]',
      'session ids, or files: a history, a request body, a session of another agent; - for standard input',
    )
    .option('--last', 'open the last session of this folder')
    .option('--gateway [url]', 'watch a running gateway (default: http://127.0.0.1:4141)')
    .option('--admin-token-env <variable>', 'the variable with its admin token (default: INTERLOCK_ADMIN_TOKEN)')
    .option('--port <n>', 'the port to listen on (default: a free one)', parsePort)
    .addHelpText('after', `\n${inspectHelp}\n\n${exitCodesLine('stopped with Ctrl-C', 'failed')}`)
    .action(async (what: readonly string[], flags: InspectFlags) => {
      const { inspect } = await import('../commands/inspect.ts');
      finish(await inspect(what, flags, io));
    });
}

const inspectHelp = `The page is served only on this machine, to anyone who has its address (docs/inspect.md).
Nothing is sent to a provider, and nothing is changed.

Examples:
  interlock inspect
  interlock inspect 3f2a
  interlock inspect broken.json
  interlock inspect ~/.claude/projects/app/0d9f….jsonl
  interlock inspect --last --offline
  interlock inspect --gateway`;
