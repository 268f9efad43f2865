/** `interlock inspect`: a page on this machine that shows a conversation as every provider sees it, until Ctrl-C. */
import { stat } from 'node:fs/promises';
import { readInput } from '../input/read-input.ts';
import type { GatewayAddress } from '../inspect/gateway-watch.ts';
import { type OpenSources, openSources } from '../inspect/open-sources.ts';
import { checkPage } from '../inspect/page-files.ts';
import { servePage } from '../inspect/serve-page.ts';
import { usageError } from '../io/command-error.ts';
import { exitCodes } from '../io/exit-codes.ts';
import type { Io } from '../io/io.ts';
import { plainText } from '../print/plain-text.ts';
import { writeText } from '../print/write-text.ts';
import { openStore, type StoreFlags } from '../sessions/open-store.ts';

export interface InspectFlags extends StoreFlags {
  readonly port?: number;
  readonly gateway?: string | true;
  readonly adminTokenEnv?: string;
  readonly last?: boolean;
}

export async function inspect(what: readonly string[], flags: InspectFlags, io: Io): Promise<number> {
  await checkPage();
  const gateway = gatewayOf(flags, io);
  const { store, workspace, close } = await openStore(flags, io);
  const opened = openSources({ store, workspace, ...(gateway === undefined ? {} : { gateway }) });
  try {
    const last = flags.last === true ? await lastSession(opened) : [];
    const ids: string[] = [];
    for (const each of [...what, ...last]) ids.push(await openNamed(each, opened, io));
    const page = await servePage({ sources: opened.sources, live: opened.live, port: flags.port ?? 0 });
    // Before the URL is printed: its reader may end the program at once.
    const interrupted = io.interrupted?.() ?? new Promise(() => undefined);
    try {
      const [first] = ids;
      const view =
        first === undefined
          ? gateway === undefined
            ? ''
            : '#/gateway'
          : `#/${encodeURIComponent(first)}/conversation`;
      await writeText(io.stdout, `${page.url}${view}\n`);
      await writeText(io.stderr, 'Open this address in a browser on this machine. Press Ctrl-C to stop.\n');
      await interrupted;
    } finally {
      await page.close();
    }
  } finally {
    opened.close();
    await close();
  }
  return exitCodes.fine;
}

const defaultGateway = 'http://127.0.0.1:4141';
const defaultTokenVariable = 'INTERLOCK_ADMIN_TOKEN';

function gatewayOf({ gateway, adminTokenEnv }: InspectFlags, { env }: Io): GatewayAddress | undefined {
  if (gateway === undefined) return undefined;
  const url = gateway === true ? defaultGateway : gateway;
  if (URL.parse(url)?.protocol !== 'http:')
    throw usageError(`"${plainText(url)}" is not the URL of a gateway.\nUse one like ${defaultGateway}.`);
  const variable = adminTokenEnv ?? defaultTokenVariable;
  const token = env[variable]?.trim() ?? '';
  if (token === '')
    throw usageError(
      `The admin token of the gateway is missing.\nSet ${plainText(variable)}, or name another variable with --admin-token-env.`,
    );
  return { url, token };
}

async function openNamed(what: string, opened: OpenSources, { stdin }: Io): Promise<string> {
  if (what === '-') {
    const { bytes, name } = await readInput('-', stdin);
    return (await opened.openBytes(bytes, name)).id;
  }
  return ((await isFile(what)) ? await opened.openFile(what) : await opened.sources.openSession(what)).id;
}

async function lastSession({ sources }: OpenSources): Promise<readonly string[]> {
  const [latest] = await sources.sessions();
  if (latest === undefined) throw usageError('This folder has no sessions yet.');
  return [latest.id];
}

async function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isFile(),
    () => /[/\\]|\.jsonl?$/i.test(path),
  );
}
