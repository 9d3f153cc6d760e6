import { expect, test } from "vitest";
import { ollamaUrl } from "./ollama-server.ts";

test.each([
  [undefined, "http://127.0.0.1:11434/"],
  ["", "http://127.0.0.1:11434/"],
  ["127.0.0.1", "http://127.0.0.1:11434/"],
  ["0.0.0.0", "http://127.0.0.1:11434/"],
  ["0.0.0.0:8080", "http://127.0.0.1:8080/"],
  [":8080", "http://127.0.0.1:8080/"],
  ["localhost:8080", "http://localhost:8080/"],
  ["[::1]", "http://[::1]:11434/"],
  ["[::1]:8080", "http://[::1]:8080/"],
  ["http://localhost:8080/", "http://localhost:8080/"],
  ["https://ollama.example.org", "https://ollama.example.org/"],
])("OLLAMA_HOST %j is %s", (said, url) => {
  expect(ollamaUrl(said === undefined ? {} : { OLLAMA_HOST: said }).href).toBe(url);
});

test.each([
  "192.168.0.7",
  "ollama.example.org:11434",
  "http://example.org",
  "http://a b",
  "a\nb",
  "http://me:pass@localhost",
])("OLLAMA_HOST %j is refused by its name", (said) => {
  expect(() => ollamaUrl({ OLLAMA_HOST: said })).toThrow(
    expect.objectContaining({ code: "invalid_input", field: "OLLAMA_HOST" }),
  );
});

test("what the user's configuration says goes first", () => {
  expect(ollamaUrl({ OLLAMA_HOST: "127.0.0.1:1" }, "http://localhost:2").href).toBe("http://localhost:2/");
});
