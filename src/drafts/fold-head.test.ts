import { describe, expect, test } from "vitest";
import { asSeen, explainDisguise, foldHead, hasUnusual, nameUnusual, wideClosing, wideOpening } from "./fold-head.ts";

test("a text is unusual with any character that is not printable ASCII", () => {
  expect(hasUnusual(" !AZaz09[]~")).toBe(false);
  for (const char of ["\t", "\u001f", "\u007f", "\u00a0", "é", "\u200b", "🧁"])
    expect(hasUnusual(`a${char}b`)).toBe(true);
});

describe("a folded head", () => {
  const unseen = [
    ..."\u00ad\u034f\u061c\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\u2066\u2067\u2068\u2069\ufe0f\ufeff",
    ..."\u0001\u001b\u007f\u0085",
    "\u{e0041}",
  ];
  test.each(unseen)("loses %j, which no reader sees", (char) => {
    expect(foldHead(`${char}RE${char}${char}:A${char}`)).toBe("RE:A");
  });

  test.each([..."\t\f\v\u00a0\u1680\u2003\u202f\u205f\u3000\u2028"])("has a plain space for %j", (char) => {
    expect(foldHead(`A${char}${char}B`)).toBe("A  B");
  });

  test.each([
    ["［ＲＥ：ａ０１９］", "[RE:a019]"],
    ["Ⓟ①²", "P12"],
    ["𝐌𝐔", "MU"],
    ["M\u0332U\u20e3", "MU"],
    ["E\u0301", "É"],
    ["É中文“x”–—•🧁", "É中文“x”–—•🧁"],
    ["\u0420\u0415:", "\u0420\u0415:"],
  ])("of %j is %j", (head, folded) => {
    expect(foldHead(head)).toBe(folded);
  });
});

test("a head as it is seen has Latin letters for Greek and Cyrillic ones that look so, and a plain colon", () => {
  expect(asSeen("\u0391\u0392\u0395\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a7")).toBe("ABEHIKMNOPTX");
  expect(asSeen("\u0410\u0412\u0421\u0415\u041d\u0406\u041a\u041c\u041e\u0420\u0405\u0422\u0474\u0425")).toBe(
    "ABCEHIKMOPSTVX",
  );
  expect(asSeen("\u02d0\u0589\u05c3\u2236\ua789：")).toBe("::::::");
  expect(asSeen("\u200bДЖ é")).toBe("ДЖ é");
});

test("brackets that look square are known by both sides", () => {
  for (const pair of ["［］", "【】", "〔〕", "〖〗", "〚〛", "⟦⟧", "❲❳", "⁅⁆", "﹇﹈", "﹝﹞", "︹︺", "︻︼"]) {
    const [open = "", close = ""] = pair;
    expect(
      [wideOpening.test(open), wideOpening.test(close), wideClosing.test(open), wideClosing.test(close)],
      pair,
    ).toEqual([true, false, false, true]);
  }
  expect([wideOpening.test("["), wideClosing.test("]"), wideOpening.test("「"), wideOpening.test("(")]).toEqual([
    false,
    true,
    false,
    false,
  ]);
});

describe("the character that is wrong", () => {
  test.each([
    ["\u200bMUFFIN", "an invisible character (U+200B)"],
    ["MUF\u{e0041}FIN", "an invisible character (U+E0041)"],
    ["MUF\ufeffFIN", "an invisible character (U+FEFF)"],
    ["MUF\u0001FIN", "an invisible character (U+0001)"],
    ["MUF\u0332FIN", "an invisible character (U+0332)"],
    ["MOVE\t:", "an unusual space (U+0009)"],
    ["MOVE\u00a0:\u200b", "an unusual space (U+00A0)"],
    ["É–RE：REOPEN", "a foreign character (：, U+FF1A)"],
    ["𝐌UFFIN", "a foreign character (𝐌, U+1D40C)"],
    ["R\u0415:", "a foreign character (\u0415, U+0415)"],
    ["【CITE a】", "a foreign character (【, U+3010)"],
  ])("in %j is %s", (head, name) => {
    expect(nameUnusual(head)).toBe(name);
  });

  test("is told with what to do", () => {
    expect(explainDisguise("\u200bMUFFIN-T0101: a")).toEqual({
      code: "malformed_marker",
      message: "The marker contains an invisible character (U+200B).",
      fix: "Write it again in plain characters: square brackets, colon, Latin letters and digits.",
    });
  });
});
