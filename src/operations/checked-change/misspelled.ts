/**
 * Paths that are Blue's on one disk and not on another: `.BLUE/dialogues/…` is no dialogue here, and overwrites one where a disk tells neither case nor
 * the forms of a letter apart.
 */
import { docsFolder, documentTypes, folderOf } from "../../documents/document-types.ts";

/** Blue's own folders, as Blue spells them. */
const own = [".blue", ".blue/dialogues", ".blue/settled", docsFolder, ...documentTypes.map(folderOf)];

/** Of these paths, those that would be one of Blue's folders or of the other, known paths. */
export function findMisspelled(paths: readonly string[], known: readonly string[]): { path: string; meant: string }[] {
  const spelled = new Map(own.map((path) => [folded(path), path]));
  const meantBy = (path: string) => {
    for (const part of partsOf(path)) {
      const before = spelled.get(folded(part));
      if (before === undefined) spelled.set(folded(part), part);
      else if (before !== part) return `${before}${path.slice(part.length)}`;
    }
    return undefined;
  };
  for (const path of known) if (isBlues(path)) meantBy(path);
  return paths.filter(isBlues).flatMap((path) => {
    const meant = meantBy(path);
    return meant === undefined ? [] : [{ path, meant }];
  });
}

function isBlues(path: string): boolean {
  return /^\.blue(?:\/|$)/.test(folded(path));
}

/** `a`, `a/b`, `a/b/c`. */
function partsOf(path: string): string[] {
  const names = path.split("/");
  return names.map((_, i) => names.slice(0, i + 1).join("/"));
}

/** Up and down again, so that letters with two small forms become one. Some disks pass over what is invisible. */
function folded(path: string): string {
  return path
    .normalize("NFC")
    .toUpperCase()
    .toLowerCase()
    .normalize("NFC")
    .replace(/\p{Default_Ignorable_Code_Point}/gu, "");
}
