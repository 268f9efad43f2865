/** `read_output`: a complete result that was too long for the conversation. */
import Type from 'typebox';
import type { SideFiles } from '../store/side-files.ts';
import { defineTool } from '../tool/define-tool.ts';
import type { AgentTool } from '../tool/tool.ts';

const defaultLines = 500;

export function createReadOutput(files: SideFiles, sessionId: string): AgentTool {
  return defineTool({
    name: 'read_output',
    description:
      'Reads an earlier tool result that was too long and was truncated, some lines at a time. The notice in that result gives its name.',
    parameters: Type.Object({
      name: Type.String({ description: 'The name in that notice.' }),
      offset: Type.Integer({ description: 'First line to read, counted from 1. Default: 1.', minimum: 1, default: 1 }),
      limit: Type.Integer({
        description: `Maximum number of lines, up to 5000. Default: ${defaultLines}.`,
        minimum: 1,
        maximum: 5_000,
        default: defaultLines,
      }),
    }),
    kind: 'read',
    access: () => ({}),
    run: async ({ name, offset, limit }) => {
      const whole = await read(files, sessionId, name);
      if (whole === undefined) return { text: `There is no output called ${JSON.stringify(name)}.`, failed: true };
      const lines = whole.split('\n');
      const shown = lines.slice(offset - 1, offset - 1 + limit);
      if (shown.length === 0) return { text: `It has only ${lines.length} lines.`, failed: true };
      const last = offset - 1 + shown.length;
      const more =
        last < lines.length ? `\n[lines ${offset}–${last} of ${lines.length}; continue with offset ${last + 1}]` : '';
      return shown.join('\n') + more;
    },
  });
}

/** Stores a complete result, and returns how to read it. */
export async function keepOutput(files: SideFiles, sessionId: string, callId: string, whole: string): Promise<string> {
  const name = outputName(callId);
  await files.keep(sessionId, name, whole);
  return `Complete output: read_output with ${JSON.stringify({ name })}.`;
}

function outputName(callId: string): string {
  return `output-${callId.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, 80)}`;
}

async function read(files: SideFiles, sessionId: string, name: string): Promise<string | undefined> {
  // Accepts only names made by `keepOutput`: media and other side files are private.
  if (!/^output-[A-Za-z0-9_-]{1,80}$/.test(name)) return undefined;
  try {
    return new TextDecoder().decode(await files.read(sessionId, name));
  } catch {
    return undefined;
  }
}
