/**
 * One agent as `interlock run` starts it, in a home folder without any provider configuration: everything it needs to find the gateway has
 * to come from us.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Model } from '@interlock/simulators';
import { root } from '../architecture/repository.ts';
import type { Station } from '../conformance/stations.ts';
import { temporaryFolder } from '../program/temporary-folder.ts';
import { type AgentDriver, writeFileIn } from './agent-driver.ts';
import { changedCalls, lostMarks, lostPictures } from './check-conversation.ts';
import { ended, installAgent } from './run-agent.ts';
import { callsOf, isConversation, promptFor, taskModel, writeProject } from './tasks.ts';
import { refused } from './through-gateway.ts';

export interface Started {
  readonly requests: number;
  readonly wrong: readonly string[];
}

export async function startByRun(
  driver: AgentDriver,
  { target, simulator }: Station,
  answerWith: (model: Model) => void,
): Promise<Started> {
  const program = installAgent(driver);
  const home = temporaryFolder('run');
  const folder = join(home, 'project');
  const first = simulator.log.length;
  try {
    mkdirSync(folder);
    writeProject(folder);
    const provider = String(target.provider);
    const model = `${provider}/${target.model}`;
    const config = {
      model,
      providers: { [provider]: { baseUrl: target.endpoint, credentials: [{ env: 'SIMULATOR_KEY' }] } },
      gateway: { aliases: { '*': model } },
    };
    writeFileIn(join(home, '.config/interlock/config.json'), JSON.stringify(config));
    answerWith(taskModel(driver.tools, folder));
    const { name, ask } = driver.underRun;
    const { args, environment, stdin } = ask(promptFor('first'), { home, model });
    const path = [dirname(program), dirname(process.execPath), process.env['PATH']].join(':');
    const command = [join(root, 'packages/cli/bin/interlock.js'), 'run', name, '--', ...args];
    const env = { PATH: path, HOME: home, TERM: 'dumb', SIMULATOR_KEY: simulator.key, ...environment };
    const child = spawn(process.execPath, command, { cwd: folder, env, detached: true });
    const { code, output } = await ended(child, { args, ...(stdin === undefined ? {} : { stdin }) });
    const log = simulator.log.slice(first);
    const conversation = log.flatMap(({ seen }) => (isConversation(seen, driver.tools) ? [seen] : []));
    return {
      requests: log.length,
      wrong: [
        ...(code === 0 ? [] : [`exit ${code}: ${output.slice(-500)}`]),
        ...log.flatMap((request) => refused(request, driver) ?? []),
        ...lostMarks(conversation, ['first']),
        ...changedCalls(conversation, callsOf(['first'], driver.tools, folder)),
        ...lostPictures(conversation, target, driver),
      ],
    };
  } finally {
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  }
}
