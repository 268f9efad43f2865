/** `/permissions`: lists all rules and where they come from; remembered ones can be revoked. */
import { showControls } from '../terminal/show-controls.ts';
import type { SlashCommand, SlashContext } from './slash-command.ts';

export const permissions: SlashCommand = {
  name: 'permissions',
  summary: 'list the rules, and revoke what you allowed',
  duringTurn: true,
  run: async (context) => {
    const { agent, session, say, choose } = context;
    const { configuredRules, rememberedRules, sessionRules } = await import('../agent/list-rules.ts');
    const configured = configuredRules(agent.config);
    const remembered = rememberedRules((await agent.permissions?.list()) ?? []);
    const own = sessionRules(session.state.rules, [...configured, ...remembered]);
    const rules = [...own.filter(({ from }) => from === 'session'), ...remembered, ...configured];
    const all = [...rules, ...own.filter(({ from }) => from === 'built-in')];
    if (all.length === 0) {
      say(`No rules. The mode is ${session.state.mode}.`);
      return;
    }
    const items = all.map(({ verdict, rule, origin, from }) => ({
      name: `${verdict} ${showControls(rule)}`,
      note: origin,
      disabled: from === 'configured' || from === 'built-in',
    }));
    const chosen = all[(await choose('Revoke which rule?', items)) ?? -1];
    if (chosen?.from === 'session' || chosen?.from === 'project') await revoke(context, chosen.rule, chosen.from);
  },
};

async function revoke({ agent, session, say }: SlashContext, text: string, from: 'session' | 'project'): Promise<void> {
  const { parseRule } = await import('@interlock/runtime');
  const parsed = parseRule(text, 'allow');
  if (from === 'project') await agent.permissions?.revoke(text);
  if ('rule' in parsed) session.forget(parsed.rule);
  say(`Revoked: allow ${showControls(text)}.`);
}
