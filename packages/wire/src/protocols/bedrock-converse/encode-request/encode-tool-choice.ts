/** Which tool the model is to call, as far as it lets itself be told (CNV-018). */
import type { JsonObject } from '@interlock/transcript';
import type { Outgoing } from '../../protocol.ts';

export function encodeToolChoice({ settings, tools, traits, leaveOut }: Outgoing, thinks: boolean): JsonObject {
  const { toolChoice } = settings;
  if (toolChoice === undefined || toolChoice === 'auto') return {};
  if (toolChoice === 'none') {
    // BDR-006: tools cannot be declared and forbidden. Stubs that nobody offered are no loss.
    if (tools.length > 0) leaveOut('toolChoice', 'BDR-006: calls cannot be forbidden');
    return {};
  }
  const why = whyNot();
  if (why !== undefined) {
    leaveOut('toolChoice', why);
    return {};
  }
  return { toolChoice: toolChoice === 'required' ? { any: {} } : { tool: { name: toolChoice.tool } } };

  function whyNot(): string | undefined {
    if (tools.length === 0) return 'there are no tools';
    if (traits.forcedToolChoice === 'no') return 'CNV-018: the model refuses a forced choice';
    if (traits.forcedToolChoice === 'without-thinking' && thinks)
      return 'ANT-045: no forced choice while the model thinks';
    const isOffered = typeof toolChoice !== 'object' || tools.some(({ name }) => name === toolChoice.tool);
    return isOffered ? undefined : 'the tool is not offered';
  }
}
