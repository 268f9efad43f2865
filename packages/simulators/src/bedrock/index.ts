/** Amazon Bedrock: Claude via InvokeModel, and all models via Converse. */

export { createBedrockConverse } from './converse/index.ts';
export { type AmazonCredentials, amazonCredentials } from './credentials.ts';
export { createBedrockClaude } from './invoke.ts';
