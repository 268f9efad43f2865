/**
 * An agent loop with only `@interlock/wire`, and two providers: the quota of the first runs out in the middle of the turn, and the
 * second finishes it. Both are simulators on this machine, reached by real HTTP, that refuse what the real ones refuse. Tools that
 * have already run are not run again, and the second provider gets the transcript in its own format.
 */
import { createAnthropic, gemini, script, startSimulator } from '@interlock/simulators';
import type { Content, ToolCallBlock } from '@interlock/transcript';
import {
  createPreparer,
  createTransport,
  type Preparer,
  ProviderError,
  readStream,
  sendRequest,
} from '@interlock/wire';

const model = script([
  { when: { of: 'weather' }, say: 'Rome: Oslo has snow.' },
  { say: 'I look at both.', call: ['Oslo', 'Rome'].map((city) => ({ tool: 'weather', args: { city } })) },
]);
const anthropic = await startSimulator(createAnthropic(), { model });
const google = await startSimulator(gemini, { model });
anthropic.fault({ do: 'fail', after: 1, with: { kind: 'rate-limit', hint: 'retry-after', retryAfterMs: 30_000 } });

const targets = [
  { provider: 'anthropic', model: 'claude-opus-4-8', endpoint: `${anthropic.url}/v1`, key: anthropic.key },
  { provider: 'google', model: 'gemini-3.1-pro', endpoint: `${google.url}/v1beta`, key: google.key },
];
const tools = [
  {
    name: 'weather',
    description: 'The weather in a city.',
    parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  },
];

const transport = createTransport();
const history: Content[] = [
  { speaker: 'human', blocks: [{ type: 'text', text: 'Oslo or Rome today?' }], metadata: { turnId: 'turn-1' } },
];
const [first, second] = targets.map(createPreparer);
let preparer = first;

while (preparer !== undefined) {
  const answer = await ask(preparer).catch((error: unknown) => {
    if (!(error instanceof ProviderError) || error.failure.reason !== 'rate-limit') throw error;
    const seconds = (error.failure.retryAfterMs ?? 0) / 1000;
    console.log(`${error.provider}: ${error.failure.reason}, try again in ${seconds} s`);
    return undefined;
  });
  if (answer === undefined) {
    preparer = second;
    continue;
  }
  history.push(answer);
  const calls = answer.blocks.filter((block) => block.type === 'tool_call');
  if (calls.length === 0) break;
  history.push({ speaker: 'tool', blocks: calls.map(run), metadata: { turnId: 'turn-1' } });
}

await transport.close();
await Promise.all([anthropic.close(), google.close()]);
const verdicts = [...anthropic.log, ...google.log].map(({ verdict }) => verdict);
console.log(`${verdicts.length} requests: ${verdicts.join(', ')}`);

async function ask({ prepare, destination }: Preparer): Promise<Content> {
  const request = prepare({ contents: history, tools, settings: { stream: true } });
  console.log(`→ ${destination.provider}/${destination.model}, ${request.diagnostics.ids.length} calls in the history`);
  const { chunks } = await sendRequest(transport, request);
  const stream = readStream(request, chunks);
  for await (const event of stream) {
    if (event.type === 'text-end') process.stdout.write('\n');
    if (event.type === 'text-delta') process.stdout.write(event.text);
  }
  return (await stream.reply()).content;
}

function run({ id, name, parameters }: ToolCallBlock): Content['blocks'][number] {
  const { city } = parameters as { readonly city: string };
  const result = city === 'Oslo' ? 'snow' : 'sun';
  console.log(`  ${name}(${city}) = ${result}`);
  return { type: 'tool_response', callId: id, toolName: name, result, isComplete: true };
}
