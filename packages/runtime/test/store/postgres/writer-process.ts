/** A separate process that writes sessions on command, for tests that need real processes. Started by `writers.ts`. */
import { createPostgresStore } from '../../../src/store/postgres-store.ts';
import type { SessionLog } from '../../../src/store/session-store.ts';
import { StoreError } from '../../../src/store/store-error.ts';
import type { Order, Reply } from './writers.ts';

const store = createPostgresStore(JSON.parse(process.argv[2] ?? '{}'));
let log: SessionLog | undefined;

async function obey(order: Order): Promise<unknown> {
  switch (order.do) {
    case 'open': {
      const opened = await store.open(order.id);
      log = opened.log;
      return opened.warnings;
    }
    case 'append': {
      const content = { speaker: 'human', blocks: [{ type: 'text', text: order.text }] } as const;
      return (await log?.append({ kind: 'content', content }, order.durable))?.sequence;
    }
    case 'close':
      return log?.close();
    case 'take':
      return store.routes.take(order.counter);
    case 'end':
      await store.close();
      process.disconnect();
      return undefined;
  }
}

process.on('message', (message: { readonly number: number; readonly order: Order }) => {
  const reply = (what: Reply['what']): void => void process.send?.({ number: message.number, what });
  obey(message.order).then(
    (value) => process.connected && reply({ value }),
    (error) =>
      reply({ refused: error instanceof StoreError ? { code: error.code, message: error.message } : String(error) }),
  );
});
