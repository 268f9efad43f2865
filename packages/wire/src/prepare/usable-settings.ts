/** Settings with values that mean something to this target; others are left out, and said so. */
import type { DeclaredTool } from '../tools/declared-tool.ts';
import type { ToolNames } from '../tools/tool-names.ts';
import type { SettingName, Settings } from '../traits/settings.ts';

/** More than any model will ever think; beyond this, numbers are no longer written as such. */
const mostTokens = 1_000_000_000;

/** OAC-028: what is outside is refused. Anthropic's scale ends at 1, and its encoder says so. */
const ranges = { temperature: { least: 0, most: 2 }, topP: { least: 0, most: 1 } } as const;

type LeaveOut = (setting: SettingName, why: string) => void;

export function usableSettings(
  settings: Settings,
  tools: readonly DeclaredTool[],
  names: ToolNames,
  leaveOut: LeaveOut,
): Settings {
  const sound: { -readonly [K in keyof Settings]?: Settings[K] } = { ...settings };
  if (sound.maxOutputTokens !== undefined) {
    sound.maxOutputTokens = Math.floor(sound.maxOutputTokens);
    if (sound.maxOutputTokens < 1) {
      delete sound.maxOutputTokens;
      leaveOut('maxOutputTokens', 'less than one token');
    }
  }
  for (const setting of ['temperature', 'topP'] as const) {
    const wanted = sound[setting];
    if (wanted === undefined) continue;
    const { least, most } = ranges[setting];
    sound[setting] = Math.min(Math.max(wanted, least), most);
    if (sound[setting] !== wanted) leaveOut(setting, `${sound[setting]} is the nearest accepted value`);
  }
  if (typeof sound.reasoning === 'object') {
    const tokens = Math.min(Math.floor(sound.reasoning.tokens), mostTokens);
    if (tokens >= 1) sound.reasoning = { tokens };
    else {
      delete sound.reasoning;
      leaveOut('reasoning', 'less than one token');
    }
  }
  const choice = sound.toolChoice;
  if (typeof choice === 'object') {
    const tool = tools.find(({ name }) => names.read(name) === choice.tool);
    if (tool !== undefined) sound.toolChoice = { tool: tool.name };
    else {
      delete sound.toolChoice;
      leaveOut('toolChoice', 'OAC-019: the tool is not among those offered');
    }
  }
  return sound;
}
