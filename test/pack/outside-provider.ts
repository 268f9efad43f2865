/**
 * A program that uses only the published packages. It defines its own provider and protocol, and sends every history of a folder to a
 * gateway that translates that protocol and forwards it to a strict simulator. Prints what was sent and what was refused.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { createApi, startSimulator, workingModel } from '@interlock/simulators';
import type { Content } from '@interlock/transcript';
import { defineProvider, type Protocol, protocolOf, streamReply, type Tool } from '@interlock/wire';

const chat = protocolOf('openai-chat');
const protocol: Protocol = {
  ...chat,
  name: 'acme-chat',
  path: () => '/complete',
  encodeBody: (outgoing, list) => {
    const { model = '', messages = [], ...rest } = chat.encodeBody(outgoing, list);
    return { engine: model, messages, ...rest };
  },
};
const provider = defineProvider({
  name: 'acme',
  protocols: [protocol],
  endpoints: { 'acme-chat': 'https://acme.example/api' },
  authenticate: async (request, { key = '' }) => ({ 'x-acme': `${key} ${request.bytes().length}` }),
});

const simulator = await startSimulator(createApi('openai-chat'), { model: workingModel });

/** Accepts only the acme protocol: its path, its field, and its header over the bytes of the body. */
const gateway: typeof fetch = async (address, { body, headers, ...init } = {}) => {
  const [key, length] = new Headers(headers).get('x-acme')?.split(' ') ?? [];
  const text = await new Response(body).text();
  const { engine, model, ...rest } = JSON.parse(text);
  const isAcme = String(address) === 'https://acme.example/api/complete' && model === undefined;
  if (!isAcme || Number(length) !== Buffer.byteLength(text)) return new Response('not acme', { status: 400 });
  return fetch(`${simulator.url}/v1/chat/completions`, {
    ...init,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify({ model: engine, ...rest }),
  });
};

const tools: readonly Tool[] = [
  { name: 'read_file', parameters: { type: 'object', properties: { path: { type: 'string' } } } },
];
const folder = process.argv[2] ?? '.';
const failed: string[] = [];
const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
for (const file of files) {
  const { contents }: { readonly contents: readonly Content[] } = JSON.parse(readFileSync(join(folder, file), 'utf8'));
  const target = { provider, model: 'gpt-4.1', key: simulator.key };
  await streamReply({ target, contents, tools }, { fetch: gateway })
    .reply()
    .catch((error: unknown) => failed.push(`${file}: ${String(error)}`));
}
const accepted = simulator.log.filter(
  ({ verdict, warnings }) => verdict === 'accepted' && warnings.length === 0,
).length;
await simulator.close();
process.stdout.write(JSON.stringify({ histories: files.length, accepted, failed }));
