/**
 * A process that will be killed: an agent with a session on disk, whose tools leave a trace of every effect. It prints which results are
 * safely stored.
 */
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { createJsonlStore, createSession, defineTool, resumeSession, type Session } from '@interlock/runtime';
import Type from 'typebox';

const [folder = '', id = '', route = '{}', mode = 'new'] = process.argv.slice(2);

/** Changes something: its trace must never occur twice for one call. */
const work = defineTool({
  name: 'work',
  description: 'Does something that cannot be undone.',
  parameters: Type.Object({ n: Type.Integer() }),
  kind: 'command',
  access: ({ n }) => ({ writes: [`thing/${n % 3}`] }),
  run: async ({ n }, { callId }) => {
    appendFileSync(join(folder, 'effects.log'), `${callId}\n`);
    await new Promise((resolve) => setTimeout(resolve, n % 7));
    return `[[result ${callId}]]`;
  },
});

const options = {
  route: JSON.parse(route),
  workspace: folder,
  environment: {},
  tools: [work],
  rules: [{ verdict: 'allow', tool: 'work' }] as const,
  store: createJsonlStore(join(folder, 'sessions')),
  id,
};

const session: Session = mode === 'new' ? await createSession(options) : await resumeSession(options);
process.stdout.write('ready\n');
for (let turn = 0; ; turn += 1) {
  for await (const event of session.send(`work ${turn}`)) {
    // The moment of the kill is counted in these.
    process.stdout.write('tick\n');
    if (event.type === 'tool-result' && event.outcome.state === 'complete') process.stdout.write(`safe ${event.id}\n`);
  }
}
