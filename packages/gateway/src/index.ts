/** The public surface of the package; nothing else is. */
import './http/oldest-node.ts';

export type { AnswerStore, KeptAnswer, KeptPart } from './answers/answer-store.ts';
export { createMemoryAnswerStore, type MemoryAnswerOptions } from './answers/memory-answer-store.ts';
export { createGateway, type Gateway } from './create-gateway.ts';
export type { GatewayEvent } from './feed/gateway-event.ts';
export { matchesPattern } from './models/match-pattern.ts';
export { type ModelLimits, modelLimits } from './models/model-limits.ts';
export type { DatabaseOptions } from './options/gateway-options.ts';
export {
  type ClientToken,
  defaultLimits,
  type GatewayLimits,
  type GatewayOptions,
  type ModelDirectory,
  type RecordingOptions,
} from './options/gateway-options.ts';
