/** Tools that the tests control: `hold` continues when a file exists, `change` asks before it runs. */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type AgentTool, builtInTools, defineTool } from '@interlock/runtime';
import Type from 'typebox';

const pollMs = 10;
const real = ['list_files', 'write_file', 'edit_file', 'run_command'];

export function testTools(gates: string): readonly AgentTool[] {
  return [
    defineTool({
      name: 'hold',
      description: 'Waits for its gate.',
      parameters: Type.Object({ gate: Type.String() }),
      kind: 'read',
      run: async ({ gate }, { signal, progress }) => {
        progress(`waiting for ${gate}\n`);
        while (!existsSync(join(gates, `gate-${gate}`))) await setTimeout(pollMs, undefined, { signal });
        return `${gate} is open`;
      },
    }),
    defineTool({
      name: 'change',
      description: 'Changes something.',
      parameters: Type.Object({ name: Type.String() }),
      kind: 'write',
      subject: ({ name }) => name,
      run: ({ name }, { workspace }) => {
        writeFileSync(join(workspace.root, `changed-${name}`), '');
        return `${name} is changed`;
      },
    }),
    defineTool({
      name: 'shout',
      description: 'Says what it is told.',
      parameters: Type.Object({ text: Type.String() }),
      kind: 'read',
      run: ({ text }, { progress }) => {
        progress(text);
        return text;
      },
    }),
    ...builtInTools().filter(({ name }) => real.includes(name)),
  ];
}
