/** One simulated API on loopback: real HTTP around `Api`, a model behind it, faults on demand, and a log of the requests. */

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Api, ApiResponse } from '../api/api.ts';
import { deliveryOf, type Step } from '../api/delivery.ts';
import { jsonResponse } from '../api/json-response.ts';
import type { Model } from '../api/model.ts';
import { createWorld, type World } from '../api/world.ts';
import { damageDelivery } from '../faults/damage-delivery.ts';
import { damageAnswer, damageResponse } from '../faults/damage-response.ts';
import type { Fault, FaultPlan } from '../faults/fault.ts';
import { createFaultQueue } from '../faults/fault-queue.ts';
import { workingModel } from '../script/working-model.ts';
import { deliver } from './deliver.ts';
import { foreignRequest, refuseForeign } from './foreign-request.ts';
import { judge } from './judge.ts';
import type { LoggedRequest } from './logged-request.ts';
import { readRequest, readTarget } from './read-request.ts';

export interface SimulatorOptions {
  /** The model that answers. Default: one that works with the tools it is offered. */
  readonly model?: Model;
  /** Keys and the account each belongs to; one key of account `main` by default. */
  readonly keys?: Readonly<Record<string, string>>;
  /** A free one by default. */
  readonly port?: number;
  /** The provider's clock, in seconds since 1970. */
  readonly now?: () => number;
  /** The secret that signs tokens. Simulators with the same secret and the same endpoint are one provider. */
  readonly secret?: string;
  /** The address that tokens are bound to; the simulator's own by default. */
  readonly endpoint?: string;
  /** Bytes a request may have; 32 MB by default. */
  readonly bodyLimit?: number;
  /** How many requests the log keeps, the latest; all by default. For a simulator that runs for days. */
  readonly logLimit?: number;
  /** Called for each request, before it is answered. */
  readonly onRequest?: (request: LoggedRequest) => void;
}

export interface Simulator {
  readonly name: string;
  /** Without a trailing slash; the API's own paths follow: `${url}/v1/messages`. */
  readonly url: string;
  /** The first of its keys. */
  readonly key: string;
  readonly log: readonly LoggedRequest[];
  /** Makes something go wrong, once or as often as the plan says. */
  fault(plan: FaultPlan): void;
  /** Removes faults that have not been used yet. */
  clearFaults(): void;
  /** Stops it and closes all its connections. */
  close(): Promise<void>;
}

export async function startSimulator(api: Api, options: SimulatorOptions = {}): Promise<Simulator> {
  const keys = options.keys ?? { [`sim-key-${api.name}`]: 'main' };
  const log: LoggedRequest[] = [];
  const faults = createFaultQueue();
  const server = createServer();
  const url = await listen(server, options.port ?? 0);
  const worldOf = createWorlds(options.endpoint ?? url, options.secret ?? `secret of ${url}`, options.now);
  const remember = (request: LoggedRequest): void => {
    log.push(request);
    log.splice(0, log.length - (options.logLimit ?? log.length));
    options.onRequest?.(request);
  };

  /** Refuses a request before it is judged. */
  const reject = (
    outgoing: ServerResponse,
    { method, path }: ReturnType<typeof readTarget>,
    rule: string,
    response: ApiResponse,
    message?: string,
  ): Promise<void> => {
    const logged = { method, path, verdict: 'refused', rules: [rule], warnings: [], status: response.status } as const;
    remember(message === undefined ? logged : { ...logged, message });
    return deliver(outgoing, deliveryOf(response));
  };

  const respond = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const target = readTarget(incoming);
    const request = await readRequest(incoming, options.bodyLimit ?? 32 * 1024 * 1024);
    if (request === undefined) return reject(outgoing, target, 'too-large', tooLarge);
    const foreign = foreignRequest(request.headers);
    if (foreign !== undefined) return reject(outgoing, target, 'foreign', refuseForeign(foreign), foreign);
    try {
      const judged = judge(api, request, keys, worldOf);
      const fault = faults.take(judged.facts);
      const answered = judged.respond((seen) => damaged((options.model ?? workingModel)(seen), fault));
      const { response, drops } = fault
        ? damageResponse(answered, fault, api, judged.world)
        : { response: answered, drops: false };
      remember({ ...judged.logged, status: response.status, ...(fault ? { fault: fault.do } : {}) });
      const sound = deliveryOf(response);
      const whole = drops ? withoutEnd(sound) : sound;
      await deliver(outgoing, fault ? damageDelivery(whole, fault) : whole);
    } catch (error) {
      const message = messageOf(error);
      const { method, path } = target;
      remember({ method, path, verdict: 'failed', rules: [], warnings: [], status: 500, message });
      if (outgoing.headersSent) outgoing.destroy();
      else await deliver(outgoing, deliveryOf(ownFault(message)));
    }
  };
  // A request that ends while it is being read is not an error.
  server.on('request', (incoming, outgoing) => void respond(incoming, outgoing).catch(() => outgoing.destroy()));

  return {
    name: api.name,
    url,
    key: Object.keys(keys)[0] ?? '',
    log,
    fault: (plan) => faults.add(plan),
    clearFaults: () => faults.clear(),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function withoutEnd(steps: readonly Step[]): readonly Step[] {
  return steps.map((step) => (step.step === 'end' ? { step: 'drop' } : step));
}

function damaged(answer: ReturnType<Model>, fault: Fault | undefined): ReturnType<Model> {
  return fault ? damageAnswer(answer, fault) : answer;
}

function listen(server: ReturnType<typeof createServer>, port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.removeListener('error', reject);
      const address = server.address();
      const bound = typeof address === 'object' && address !== null ? address.port : port;
      resolve(`http://127.0.0.1:${bound}`);
    });
  });
}

/** One world per account, all of one provider; numbers are unique among all of them. */
function createWorlds(endpoint: string, secret: string, now: (() => number) | undefined): (account: string) => World {
  const worlds = new Map<string, World>();
  let given = 0;
  const next = (): number => {
    given += 1;
    return given;
  };
  return (account) => {
    const world = worlds.get(account) ?? createWorld({ account, endpoint, secret, next, ...(now ? { now } : {}) });
    worlds.set(account, world);
    return world;
  };
}

const tooLarge: ApiResponse = jsonResponse(413, {
  error: { type: 'request_too_large', message: 'Request exceeds the maximum allowed number of bytes.' },
});

function ownFault(message: string): ApiResponse {
  return jsonResponse(500, {
    error: { type: 'simulator_fault', message: `Internal error of the simulator, not of the request: ${message}` },
  });
}
