/** `completion`, and the hidden command that its scripts call for candidates. */
import { Argument } from 'commander';
import type { CommandContext } from './command-context.ts';

export function addCompletion({ program, io, finish, names }: CommandContext): void {
  program
    .command('completion')
    .description('Print a script that lets a shell complete commands, options, models and sessions.')
    .addArgument(new Argument('<shell>', 'the shell').choices(['bash', 'zsh', 'fish']))
    .addHelpText('after', `\n${examples}`)
    .action(async (shell: 'bash' | 'zsh' | 'fish') => {
      const { completion } = await import('../commands/completion.ts');
      finish(await completion(shell, io));
    });
  program
    .command('__complete', { hidden: true })
    .argument('[words...]')
    .allowUnknownOption()
    .passThroughOptions()
    .action(async (typed: readonly string[]) => {
      const { printCandidates } = await import('../commands/completion.ts');
      finish(await printCandidates(typed, program, names, io));
    });
}

const examples = `Examples:
  source <(interlock completion bash)      # in ~/.bashrc
  source <(interlock completion zsh)       # in ~/.zshrc
  interlock completion fish > ~/.config/fish/completions/interlock.fish`;
