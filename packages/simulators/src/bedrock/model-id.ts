/**
 * Which model a Bedrock path refers to: its id, that of an inference profile, or the ARN of either (BDR-013, BDR-014).
 */
import type { Violation } from '../api/api.ts';
import { decodePath } from '../api/decode-path.ts';
import { invalid } from './exceptions.ts';

const arn = /^arn:aws[\w-]*:bedrock:[\w-]*:\d*:(?:inference-profile|foundation-model|application-inference-profile)\//;
const region = /^(?:us|us-gov|eu|apac|jp|au|ca|global)\./;

export interface NamedModel {
  /** As requested. */
  readonly name: string;
  /** Without region: `anthropic.claude-opus-4-6-v1:0`. */
  readonly id: string;
  /** Whether it was requested by an inference profile. */
  readonly profiled: boolean;
}

export function readModelId(segment: string): NamedModel {
  const name = decodePath(segment);
  const bare = name.replace(arn, '');
  return { name, id: bare.replace(region, ''), profiled: region.test(bare) };
}

export function unknownModel(): Violation {
  return invalid('BDR-013', 'The provided model identifier is invalid.', 'modelId');
}

export function needsProfile({ name }: NamedModel): Violation {
  const message = `Invocation of model ID ${name} with on-demand throughput isn’t supported. Retry your request with the ID or ARN of an inference profile that contains this model.`;
  return invalid('BDR-014', message, 'modelId');
}
