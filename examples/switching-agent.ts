/**
 * An agent in forty lines: its own tool, a question before it runs, and another model for the next turn. Both providers are
 * simulators on this machine that refuse what the real ones refuse; replace the two targets with real ones, and it works the same.
 */
import { createSession, defineTool, type Session } from '@interlock/runtime';
import { createAnthropic, gemini, script, startSimulator } from '@interlock/simulators';
import Type from 'typebox';

const model = script([
  { when: { user: 'sum' }, say: 'You paid 42 euros in all.' },
  { when: { of: 'pay' }, say: 'Both are paid.' },
  { say: 'I pay both.', call: [12, 30].map((euros) => ({ tool: 'pay', args: { to: 'a friend', euros } })) },
]);
const anthropic = await startSimulator(createAnthropic(), { model });
const google = await startSimulator(gemini, { model });

const pay = defineTool({
  name: 'pay',
  description: 'Pays somebody.',
  parameters: Type.Object({ to: Type.String(), euros: Type.Number({ exclusiveMinimum: 0 }) }),
  run: ({ to, euros }) => `paid ${euros} euros to ${to}`,
});

const session = await createSession({
  route: { provider: 'anthropic', endpoint: `${anthropic.url}/v1`, credentials: [{ key: anthropic.key }] },
  tools: [pay],
  approve: async ({ tool, args }) => {
    console.log(`  may I ${tool} ${JSON.stringify(args)}? yes`);
    return { verdict: 'allow' };
  },
});

await say(session, 'Pay my two friends.');
session.switchTo({ provider: 'google', endpoint: `${google.url}/v1beta`, credentials: [{ key: google.key }] });
await say(session, 'What is the sum?');
await session.close();
console.log([...anthropic.log, ...google.log].map(({ verdict }) => verdict).join(', '));
await Promise.all([anthropic.close(), google.close()]);

async function say(session: Session, text: string): Promise<void> {
  console.log(`> ${text}`);
  for await (const event of session.send(text)) {
    if (event.type === 'text-delta') process.stdout.write(event.text);
    if (event.type === 'text-end') process.stdout.write('\n');
    if (event.type === 'tool-result') console.log(`  ${event.name}: ${JSON.stringify(event.outcome)}`);
    if (event.type === 'switch-applied') console.log(`  now ${event.to}`);
  }
}
