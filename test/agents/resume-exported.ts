/**
 * Exports a session for an agent and lets that agent continue it. What counts is the agent's own next request: it must contain the whole
 * conversation and be accepted.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { sessionText, writerNamed } from '@interlock/import';
import { createApi, echoModel, type Seen, startSimulator } from '@interlock/simulators';
import type { AgentDriver } from './agent-driver.ts';
import { exportedConversation } from './exported-conversation.ts';
import { openHome } from './run-agent.ts';

const prompt = 'Say only this: the session goes on.';

export interface Resumed {
  readonly requests: number;
  readonly refused: readonly string[];
  readonly missing: readonly string[];
  readonly calls: string;
  readonly pictures: string;
  readonly passed: boolean;
}

/** Undefined: there is no writer for this agent. */
export async function resumeExported(driver: AgentDriver): Promise<Resumed | undefined> {
  const writer = writerNamed(driver.agent);
  if (writer === undefined || driver.goOn === undefined) return undefined;
  const simulator = await startSimulator(createApi(driver.api), { model: echoModel });
  const { home, folder, environment, run, remove } = openHome(driver, { url: simulator.url, key: simulator.key });
  try {
    const { conversation, nonces, calls, pictures } = exportedConversation(folder, Date.now());
    const written = writer.write(conversation);
    const machine = { platform: process.platform, home, environment };
    const file = writer.pathOf(written, machine) ?? join(folder, written.fileName);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, sessionText(written));
    for (const step of driver.goOn({ id: written.id, file }, prompt)) {
      const { code, output } = await run(step);
      if (code !== 0) console.error(`${driver.agent} ${step.args.join(' ')}: ${code}\n${output.slice(-3_000)}`);
    }
    const asked = simulator.log.filter(({ seen }) => seen?.turns.some(({ text }) => text.includes(prompt)));
    const seen = asked
      .map((request) => request.seen)
      .findLast((each) => each !== undefined && holds(each, nonces[0] ?? ''));
    const refused = asked.filter(({ verdict }) => verdict !== 'accepted').map(({ rules }) => rules.join(' '));
    const missing = nonces.filter((nonce) => seen === undefined || !holds(seen, nonce));
    const results = seen?.turns.flatMap((turn) => turn.results) ?? [];
    const shown =
      (seen?.turns.flatMap((turn) => turn.media).length ?? 0) + results.flatMap(({ media }) => media).length;
    return {
      requests: asked.length,
      refused,
      missing,
      calls: `${results.length} of ${calls} with a result`,
      pictures: `${shown} of ${pictures}`,
      passed: missing.length === 0 && refused.length === 0 && results.length === calls && shown === pictures,
    };
  } finally {
    await simulator.close();
    remove();
  }
}

function holds({ turns }: Seen, nonce: string): boolean {
  return JSON.stringify(turns).includes(nonce);
}
