import { describe, expect, it } from "vitest";
import { slugOf } from "./slug.ts";

describe("a slug", () => {
  it.each([
    ["Größe der Überschrift", "groesse-der-ueberschrift"],
    ["Gro\u0308ße", "groesse"],
    ["Œuvre naïve à Łódź, smørrebrød", "oeuvre-naive-a-lodz-smorrebrod"],
    ["注文のページング", "注文のページング"],
    ["데이터베이스 선택", "데이터베이스-선택"],
    ["Выбор й ё", "выбор-й-ё"],
    ["ＲＦＣ Ⅳ: C++ (draft)", "rfc-iv-c-draft"],
    ["../../etc/passwd", "etc-passwd"],
    ["💙 — …", ""],
  ])("of %j is %j", (title, slug) => {
    expect(slugOf(title)).toBe(slug);
    expect(slugOf(slug)).toBe(slug);
  });

  it("is cut between characters and never ends with a hyphen", () => {
    expect(slugOf(`${"𠮷".repeat(59)} ${"𠮷".repeat(9)}`)).toBe("𠮷".repeat(59));
    expect(slugOf("ab cd", 3)).toBe("ab");
  });
});
