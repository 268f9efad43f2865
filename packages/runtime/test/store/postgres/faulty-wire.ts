/**
 * A connection to the server that can be cut at the worst moment: before a statement arrives, after it ran but before its response
 * arrives, or so that the statement arrives long after its sender has given up.
 */
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

export type Fault =
  /** The statement never reaches the server. */
  | 'lost'
  /** The statement runs, but its response is lost. */
  | 'unanswered'
  /** The connection is lost, and the statement arrives later, with `deliver`. */
  | 'late';

export interface FaultyWire {
  readonly url: string;
  /** Applies to the next message that contains `text`, once. `dead`: all later connections fail until `mend`. */
  breakAt(text: string, fault: Fault, dead?: boolean): void;
  mend(): void;
  /** Delivers the late statement, and waits until the server has processed it. */
  deliver(): Promise<void>;
  close(): Promise<void>;
}

export async function faultyWire(serverUrl: string): Promise<FaultyWire> {
  const target = new URL(serverUrl);
  const sockets = new Set<Socket>();
  const late: (() => Promise<void>)[] = [];
  let plan: { readonly text: string; readonly fault: Fault; readonly dead: boolean } | undefined;
  let dead = false;

  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => sockets.delete(socket));
    }
    if (dead) {
      client.destroy();
      upstream.destroy();
      return;
    }
    let unanswered = false;
    client.on('data', (bytes) => {
      if (plan === undefined || !bytes.includes(plan.text)) return void upstream.write(bytes);
      const { fault } = plan;
      dead = plan.dead;
      plan = undefined;
      if (fault === 'unanswered') {
        unanswered = true;
        upstream.write(bytes);
        return;
      }
      if (fault === 'late') {
        late.push(async () => {
          upstream.end(bytes);
          upstream.resume();
          await once(upstream, 'close');
        });
        client.removeAllListeners('close');
        upstream.removeAllListeners('data');
      } else upstream.destroy();
      client.destroy();
    });
    upstream.on('data', (bytes) => {
      if (!unanswered) return void client.write(bytes);
      client.destroy();
      upstream.destroy();
    });
    client.on('close', () => upstream.end());
    upstream.on('close', () => client.end());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const url = new URL(serverUrl);
  url.port = String(typeof address === 'object' ? address?.port : '');
  return {
    url: url.href,
    breakAt: (text, fault, isDead = false) => {
      plan = { text, fault, dead: isDead };
    },
    mend: () => {
      dead = false;
    },
    deliver: async () => {
      for (const arrive of late.splice(0)) await arrive();
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
