/** Which tools a request may or must call, with the target's names for them. What refers to tools that are not offered is left out. */
import type { DeclaredTool } from '../tools/declared-tool.ts';
import type { ToolNames } from '../tools/tool-names.ts';
import type { SettingName, Settings } from '../traits/settings.ts';

type Choice = Pick<Settings, 'toolChoice' | 'allowedTools'>;

export function usableChoice(
  { toolChoice, allowedTools }: Choice,
  tools: readonly DeclaredTool[],
  names: ToolNames,
  leaveOut: (setting: SettingName, why: string) => void,
): Choice {
  if (typeof toolChoice === 'object') {
    const tool = tools.find(({ name }) => names.read(name) === toolChoice.tool);
    if (tool !== undefined) return { toolChoice: { tool: tool.name } };
    leaveOut('toolChoice', 'OAC-019: the tool is not among those offered');
    return {};
  }
  const choice = toolChoice === undefined ? {} : { toolChoice };
  if (allowedTools === undefined || toolChoice === 'none') return choice;
  const wanted = new Set(allowedTools);
  const allowed = tools.map(({ name }) => name).filter((name) => wanted.has(names.read(name)));
  if (allowed.length > 0) return { ...choice, allowedTools: allowed };
  leaveOut('allowedTools', 'OAC-019: none of them is among those offered');
  return choice;
}
