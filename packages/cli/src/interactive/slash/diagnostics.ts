/** `/diagnostics`: what was done to the conversation to make the last request, and what was repaired for each provider. */
import type { DiagnosticEvent } from '@interlock/transcript';
import type { RequestDiagnostics } from '@interlock/wire';
import type { SlashCommand } from './slash-command.ts';

export const diagnostics: SlashCommand = {
  name: 'diagnostics',
  summary: 'what was repaired for the last request, per provider',
  duringTurn: true,
  run: async ({ agent, session, repairs, say }) => {
    const { repairText } = await import('../../check/repair-texts.ts');
    const last = session.state.diagnostics;
    const printed = agent.ownTools?.printed.kept ?? [];
    const told = printed.length === 0 ? [] : ['Printed by tools of your own:', ...printed];
    if (last === undefined) return say(['No request has been made yet.', ...told].join('\n'));
    const repaired = [...repairs].map(([target, events]) =>
      section(target, events, (event) => repairText(event).message),
    );
    say([describe(last), ...(repaired.length === 0 ? ['Nothing had to be repaired.'] : repaired), ...told].join('\n'));
  },
};

function describe({
  provider,
  model,
  protocol,
  idScheme,
  ids,
  seals,
  media,
  settings,
  faults,
  names,
  unsent,
}: RequestDiagnostics): string {
  const kept = seals.filter(({ outcome }) => outcome !== 'dropped').length;
  return [
    `The last request ${unsent ? `was not sent: it failed its own check. It was for` : 'went to'} ${provider}/${model} by ${protocol}${idScheme === 'none' ? ', which knows no ids of calls' : `; ${ids.length} ids of calls were written as ${idScheme}`}.`,
    ...(seals.length === 0 ? [] : [`Bound thinking: ${kept} sent back, ${seals.length - kept} left out.`]),
    ...(media.length === 0 ? [] : [`Pictures and documents it cannot take: ${media.length}.`]),
    ...(names.length === 0 ? [] : [`Names of tools written in another way: ${names.length}.`]),
    ...settings.map(({ setting, why }) => `Not sent: ${setting} (${why}).`),
    ...(faults.length === 0 ? [] : [`Faults of interlock itself: ${faults.length}. Please report this.`]),
    ...faults.map(
      ({ fault, rule, path, callIds }) =>
        `- ${fault}: ${rule} at ${path}${callIds.length === 0 ? '' : `, calls ${callIds.join(', ')}`}`,
    ),
  ].join('\n');
}

function section(target: string, events: readonly DiagnosticEvent[], text: (event: DiagnosticEvent) => string): string {
  const counts = Map.groupBy(events, text);
  const lines = [...counts].map(([message, same]) => `- ${same.length > 1 ? `${same.length} × ` : ''}${message}`);
  return [`For ${target}:`, ...lines].join('\n');
}
