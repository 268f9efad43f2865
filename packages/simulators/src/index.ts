/**
 * The public surface of the package: the simulators, what they can be made to say and to break, and what they report.
 */
export { createAnthropic, createGlmMessages } from './anthropic/index.ts';
export type { Api, ApiFault, ApiRequest, ApiResponse, KnownRule, Outcome, Violation } from './api/api.ts';
export type { Answer, Model, Part, Seen, SeenCall, SeenResult, SeenTool, SeenTurn } from './api/model.ts';
export { type Claims, createWorld, type World, type WorldOptions } from './api/world.ts';
export { createAzureChat, createAzureResponses } from './azure/index.ts';
export {
  type AmazonCredentials,
  amazonCredentials,
  createBedrockClaude,
  createBedrockConverse,
} from './bedrock/index.ts';
export {
  deepseek,
  glm,
  groq,
  mistral,
  moonshot,
  openaiChat,
  openrouter,
  qwen,
  vllm,
  xai,
} from './chat/index.ts';
export type { Fault, FaultPlace, FaultPlan, RequestFacts } from './faults/fault.ts';
export { knownFaults } from './faults/known-faults.ts';
export { gemini } from './gemini/index.ts';
export { ollama } from './ollama/index.ts';
export { createOpenaiResponses } from './responses/index.ts';
export { type Condition, echoModel, type ScriptedCall, type ScriptStep, script } from './script/script.ts';
export { createWorkingModel, type WorkingModelOptions, workingModel } from './script/working-model.ts';
export { type ClientSettings, clientSettings } from './server/client-settings.ts';
export type { LoggedRequest } from './server/logged-request.ts';
export { type Simulator, type SimulatorOptions, startSimulator } from './server/server.ts';
export { type ApiName, apiNames, createApi, type SetOptions, type SimulatorSet, startAll } from './simulators.ts';
export { createVertexClaude, createVertexGemini } from './vertex/index.ts';
