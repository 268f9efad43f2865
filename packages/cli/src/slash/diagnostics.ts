/** `/diagnostics`: the changes to the conversation for the last request, and the repairs for each provider. */
import type { DiagnosticEvent } from '@interlock/transcript';
import type { RequestDiagnostics } from '@interlock/wire';
import type { SlashCommand } from './slash-command.ts';

export const diagnostics: SlashCommand = {
  name: 'diagnostics',
  summary: 'show what was repaired for the last request, by provider',
  duringTurn: true,
  run: async ({ agent, session, repairs, say }) => {
    const { repairText } = await import('../check/repair-text.ts');
    const last = session.state.diagnostics;
    const printed = agent.ownTools?.printed.recent ?? [];
    const printedLines = printed.length === 0 ? [] : ['Printed by custom tools:', ...printed];
    if (last === undefined) return say(['No request has been made yet.', ...printedLines].join('\n'));
    const sections = (title: string, isWanted: (event: DiagnosticEvent) => boolean): readonly string[] =>
      [...repairs].flatMap(([target, all]) => {
        const events = all.filter(isWanted);
        if (events.length === 0) return [];
        return [section(`${title} ${target}:`, events, (event) => repairText(event).message)];
      });
    const repaired = sections('Repaired for', ({ fault }) => fault !== 'none');
    // Ordinary ends of calls, and what a target does not take, are no damage.
    const ordinary = sections('Nothing is wrong with this; told to', ({ fault }) => fault === 'none');
    const none = repaired.length === 0 ? ['Nothing had to be repaired.'] : [];
    say([describe(last), ...none, ...repaired, ...ordinary, ...printedLines].join('\n'));
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
  const sentBack = seals.filter(({ outcome }) => outcome !== 'dropped').length;
  const replaced = media.filter(({ outcome }) => outcome === 'replaced');
  const moved = media.length - replaced.length;
  return [
    `The last request ${unsent ? 'was not sent, because it failed its own check. It was for' : 'went to'} ${provider}/${model} (${protocol}).`,
    ...(ids.length === 0 ? [] : [idsText(idScheme, ids.length)]),
    ...(seals.length === 0 ? [] : [`Signed thinking: ${sentBack} sent back, ${seals.length - sentBack} left out.`]),
    ...(replaced.length === 0
      ? []
      : [
          `Files that this model cannot read: ${replaced.length} (${[...new Set(replaced.map(({ mimeType }) => mimeType))].join(', ')}).`,
        ]),
    ...(moved === 0 ? [] : [`Files moved out of tool results, where this model does not accept them: ${moved}.`]),
    ...(names.length === 0 ? [] : [`Tool names changed for this model: ${names.length}.`]),
    ...settings.map(({ setting, why }) => `Not sent: ${setting} (${why}).`),
    ...(faults.length === 0 ? [] : [`Bugs in interlock: ${faults.length}. Please report this.`]),
    ...faults.map(
      ({ fault, rule, path, callIds }) =>
        `- ${fault}: ${rule} at ${path}${callIds.length === 0 ? '' : `, calls ${callIds.join(', ')}`}`,
    ),
  ].join('\n');
}

function idsText(scheme: RequestDiagnostics['idScheme'], count: number): string {
  return scheme === 'none'
    ? `Tool calls: ${count}, sent without ids.`
    : `Tool call ids: ${count}, in the ${scheme} format.`;
}

function section(title: string, events: readonly DiagnosticEvent[], text: (event: DiagnosticEvent) => string): string {
  const lines = [...Map.groupBy(events, text)].map(([message, same]) => {
    const ids = [...new Set(same.flatMap(({ callIds }) => callIds))];
    return `- ${same.length > 1 ? `${same.length} × ` : ''}${message}${idList(ids)}`;
  });
  return [title, ...lines].join('\n');
}

/** The calls concerned (REQ-915-039); the first few if there are many. */
function idList(ids: readonly string[]): string {
  if (ids.length === 0) return '';
  const more = ids.length - maxIds;
  return ` (${ids.slice(0, maxIds).join(', ')}${more > 0 ? ` and ${more} more` : ''})`;
}

const maxIds = 5;
