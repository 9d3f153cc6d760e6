/** Loaded with the first run and no earlier; named by itself, so that the build leaves out the rest of the SDK. */
export { OpenAICompatibleChatLanguageModel } from "@ai-sdk/openai-compatible";
