/** `/doctor`: checks this conversation for problems, for every provider. */
import { counted } from '../print/counted.ts';
import { noMessages, type SlashCommand, type SlashContext } from './slash-command.ts';

const maxShown = 8;

export const doctor: SlashCommand = {
  name: 'doctor',
  summary: 'check this conversation for problems',
  duringTurn: false,
  run: async (context) => {
    const [{ checkHistory }, { isWrong }, { targetsFor }] = await Promise.all([
      import('../check/check-history.ts'),
      import('../check/report.ts'),
      import('../check/targets.ts'),
    ]);
    const { contents, warnings } = context.session.state;
    if (contents.length === 0 && warnings.length === 0) {
      context.say(`${noMessages}${mcpFailures(context)}`);
      return;
    }
    const value = JSON.parse(JSON.stringify(contents));
    const report = checkHistory(value, 'this conversation', targetsFor({ target: undefined, endpoint: undefined }));
    const stored = warnings.map(({ message }) => `In the store: ${message}`);
    if (!isWrong(report) && stored.length === 0) {
      context.say(`No problems found: ${contents.length} entries, valid for every provider.${mcpFailures(context)}`);
      return;
    }
    const problems = report.findings.filter(({ severity }) => severity !== 'note');
    const found = problems.slice(0, maxShown).map(({ message, at }) => `${at === '' ? '' : `${at}: `}${message}`);
    const more = `interlock doctor ${context.session.id} shows more, and can repair a copy.`;
    context.say(
      [...stored, `${counted(problems.length, 'problem')} in the conversation.`, ...found, more].join('\n'),
      'warning',
    );
  },
};

function mcpFailures({ agent }: SlashContext): string {
  const failed = agent.mcp?.status().filter(({ state }) => state === 'failed') ?? [];
  return failed.map(({ server, why }) => ` The MCP server ${server} has failed: ${why ?? 'unknown reason'}.`).join('');
}
