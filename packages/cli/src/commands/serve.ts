/** `interlock serve`: the gateway, until Ctrl-C. It logs one line of JSON per request to standard error. */
import { createHash, randomBytes } from 'node:crypto';
import { loadConfig } from '../config/load-config.ts';
import { offlineNotice } from '../demo/demo-texts.ts';
import { agentConnection, localUrl } from '../gateway/agent-connection.ts';
import type { AgentConnection } from '../gateway/client-agent.ts';
import { findClientAgent } from '../gateway/client-agents.ts';
import { gatewayModels, nothingConfigured } from '../gateway/gateway-models.ts';
import { offlineModelNames } from '../gateway/offline-models.ts';
import { defaultPort, openGateway } from '../gateway/open-gateway.ts';
import { settingsText } from '../gateway/settings-text.ts';
import { exitCodes } from '../io/exit-codes.ts';
import type { Io } from '../io/io.ts';
import { fitWidth } from '../print/fit-width.ts';
import { escapeUnsafe } from '../print/json-text.ts';
import { writeText } from '../print/write-text.ts';

export interface ServeFlags {
  readonly port?: number;
  readonly host?: string;
  readonly strict?: boolean;
  readonly offline?: boolean;
  readonly postgresEnv?: string;
  readonly record?: string;
  readonly quiet?: boolean;
  readonly for?: string;
  readonly newToken?: boolean;
  readonly cwd?: string;
  readonly config?: string;
}

export async function serve(
  { port, host, strict, offline = false, postgresEnv, record, quiet, for: agent, newToken, ...flags }: ServeFlags,
  io: Io,
): Promise<number> {
  if (newToken === true) return printToken(io);
  const loaded = await loadConfig({ flags, env: io.env });
  const { gateway: own = {}, route, model } = loaded.config.values;
  if (agent !== undefined) {
    const url = localUrl(host ?? own.host ?? '127.0.0.1', port ?? own.port ?? defaultPort);
    const guarded = own.tokens !== undefined && own.tokens.length > 0;
    const key = guarded ? tokenPlaceholder : 'interlock';
    const to = offline
      ? agentConnection(url, key, offlineModelNames)
      : agentConnection(url, key, gatewayModels(loaded.config.values, io.env), route ?? model);
    return printSettings(agent, to, io);
  }
  const gateway = await openGateway(loaded, io, {
    offline,
    ...(port === undefined ? {} : { port }),
    ...(host === undefined ? {} : { host }),
    ...(strict === undefined ? {} : { strict }),
    ...(postgresEnv === undefined ? {} : { postgresEnv }),
    ...(record === undefined ? {} : { record }),
    ...(quiet === true ? {} : { log: { write: (line: string) => void io.stderr.write(escapeUnsafe(line)) } }),
  });
  try {
    const offlineLine = offline ? `${offlineNotice}\n` : '';
    const emptyLine = nothingConfigured(loaded.config.values, gateway.models);
    const text = `${offlineLine}${emptyLine}Listening on ${gateway.url}\n${offline ? '' : whoMayAsk(own.tokens)}Press Ctrl-C to stop. The same command with --for <agent> prints how to point an agent at it.\n`;
    await writeText(io.stdout, fitWidth(text, io.stdout.columns));
    await (io.interrupted?.() ?? new Promise(() => undefined));
    // Not waited for: the terminal may be gone.
    io.stdout.write('Stopping when the requests in progress have ended. Press Ctrl-C again to stop immediately.\n');
  } finally {
    await gateway.close();
  }
  return exitCodes.fine;
}

function whoMayAsk(tokens: readonly object[] = []): string {
  return tokens.length > 0
    ? ''
    : 'It has no client tokens: it is for programs on this machine. Behind a proxy of any kind, set gateway.tokens first.\n';
}

/** The token is not known here: the configuration has only hashes. */
const tokenPlaceholder = 'YOUR_CLIENT_TOKEN';

async function printSettings(name: string, to: AgentConnection, io: Io): Promise<number> {
  await writeText(io.stdout, `${settingsText(findClientAgent(name), to)}\n`);
  const hints = [
    ...(to.key === tokenPlaceholder
      ? [`Replace ${tokenPlaceholder} with a client token: interlock serve --new-token`]
      : []),
    ...(to.models.length === 0 ? ['No model can be used yet: interlock doctor shows what is missing.'] : []),
  ];
  if (hints.length > 0) await writeText(io.stderr, `${hints.join('\n')}\n`);
  return exitCodes.fine;
}

async function printToken(io: Io): Promise<number> {
  const token = `ilk_${randomBytes(24).toString('base64url')}`;
  const sha256 = createHash('sha256').update(token).digest('hex');
  const text = `Client token (shown only once):\n${token}\n\nFor gateway.tokens in the configuration:\n{ "name": "…", "sha256": "${sha256}" }\n`;
  await writeText(io.stdout, text);
  return exitCodes.fine;
}
