/** Texts name commands, as people type them; a model is told the tool that does the same, where this server has it. */
export function nameTools(text: string, offered: ReadonlySet<string>): string {
  return text.replace(/`blue ([a-z]+(?: [a-z-]+)?)((?: --[a-z-]+)*)`/g, (said, words: string, flags: string) => {
    const tool = `blue_${words.replace(/[ -]/g, "_")}`;
    if (!offered.has(tool)) return said;
    const fields = flags.split(" --").filter((flag) => flag !== "" && flag !== "help");
    return [`\`${tool}\``, ...fields.map((flag) => `\`${flag.replaceAll("-", "_")}\``)].join(" with ");
  });
}
