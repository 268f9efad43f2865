/** Servers that run the same checks, by the name in `traits.checkedBy`: what one of them refuses, the others of its row do. */

/** OpenAI's own API, and the same models on Azure. */
export const openaiServers: readonly string[] = ['openai', 'azure'];
