/** Loaded with the first run and no earlier; named by itself, so that the build leaves out the rest of the SDK. */
export { AnthropicMessagesLanguageModel } from "@ai-sdk/anthropic/internal";
