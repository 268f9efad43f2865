/** What Ollama reports about its models without running them. */
import { createHash } from 'node:crypto';
import type { JsonObject } from '../api/json.ts';
import type { World } from '../api/world.ts';
import { capabilitiesOf, models, type OllamaModel } from './models.ts';

export function listModels(world: World): readonly JsonObject[] {
  return models.map((model) => ({
    name: `${model.id}:latest`,
    model: `${model.id}:latest`,
    modified_at: timeOf(world),
    size: model.window * 50_000,
    digest: createHash('sha256').update(model.id).digest('hex'),
    details: detailsOf(model),
  }));
}

export function describeModel(model: OllamaModel, world: World): JsonObject {
  return {
    modelfile: `FROM ${model.id}:latest`,
    parameters: '',
    template: '{{ .Prompt }}',
    details: detailsOf(model),
    model_info: { 'general.architecture': 'llama', 'llama.context_length': model.window },
    capabilities: capabilitiesOf(model),
    modified_at: timeOf(world),
  };
}

function detailsOf({ id }: OllamaModel): JsonObject {
  return {
    parent_model: '',
    format: 'gguf',
    family: id,
    families: [id],
    parameter_size: '8B',
    quantization_level: 'Q4_K_M',
  };
}

function timeOf(world: World): string {
  return new Date(world.now() * 1000).toISOString();
}
