/** `/tools`: the tools of the model, and the rules in effect. */
import type { SlashCommand } from './slash-command.ts';

export const tools: SlashCommand = {
  name: 'tools',
  summary: 'list the tools and the rules for them',
  duringTurn: true,
  run: async ({ agent, session, say }) => {
    const { writeRule } = await import('@interlock/runtime');
    const { tools: offered, rules } = session.state;
    const { tools: own = [], problems = [] } = agent.ownTools ?? {};
    // Before the first message, the tools that will be offered.
    const shown = offered.length > 0 ? offered : agent.tools;
    const files = new Map(own.map(({ tool, file }) => [tool.name, ` [${file}]`]));
    const lines = shown.map(
      ({ name, kind, description }) => `${name} (${kind}): ${firstSentence(description)}${files.get(name) ?? ''}`,
    );
    const ruleLines = rules.map((rule) => `${rule.verdict} ${writeRule(rule)}`);
    say(
      [
        ...lines,
        '',
        ...(problems.length === 0
          ? []
          : ['Tool files with problems:', ...problems.map(({ where, text }) => `${where}: ${text}`), '']),
        ...(ruleLines.length === 0
          ? ['No rules: calls that write or run something need approval.']
          : ['Rules:', ...ruleLines]),
      ].join('\n'),
    );
  },
};

function firstSentence(text: string): string {
  return /^.{0,200}?[.](?=\s|$)/su.exec(text)?.[0] ?? text.slice(0, 200);
}
