/**
 * Notices what changes below a project's `.blue`, by any program, also when the folder itself comes and goes. On Linux a folder is watched and
 * not what is in it, so every folder has a watch of its own and no file has one; elsewhere one watch sees the whole tree.
 */
import { type FSWatcher, lstatSync, readdirSync, watch } from "node:fs";
import { join, sep } from "node:path";

/** How often somebody should look again where the system cannot watch (no watches left, a file system without them). */
const lookAgainMs = 2000;

/** What reading itself changes, and files on their way: nobody waits for them. */
function isOurs(path: string): boolean {
  return /^\.blue\/(?:tmp(?:\/|$)|blue\.db)/.test(path);
}

/** `changed` gets a path from the project's root; `.blue` when it may be anything. Answers with what ends it. */
export function watchBlue(
  root: string,
  changed: (path: string) => void,
  wholeTree = process.platform !== "linux",
): () => void {
  const watches = new Map<string, FSWatcher>();
  let timer: NodeJS.Timeout | undefined;

  if (wholeTree) add("", (_, name) => seen(name, () => {}), true);
  else follow("");
  return () => {
    clearInterval(timer);
    for (const one of watches.values()) one.close();
    watches.clear();
  };

  function add(folder: string, listener: (event: string, name: string) => void, recursive = false): boolean {
    try {
      const one = watch(join(root, folder), { recursive }, (event, name) => name !== null && listener(event, name));
      one.on("error", () => forget(folder)); // the folder is gone
      watches.set(folder, one);
      return true;
    } catch (thrown) {
      const { code } = thrown as NodeJS.ErrnoException;
      if (code !== "ENOENT" && code !== "ENOTDIR") timer ??= setInterval(() => changed(".blue"), lookAgainMs);
      return false;
    }
  }

  /** Watches before it reads, so that a folder that comes meanwhile is seen one way or the other. */
  function follow(folder: string): void {
    if (watches.has(folder) || isOurs(folder)) return;
    const below = (name: string) => (folder === "" ? name : `${folder}/${name}`);
    const watched = add(folder, (event, name) =>
      seen(below(name), (path) => {
        if (event !== "rename") return;
        // Another folder may have the same name by now.
        forget(path);
        if (isFolder(path)) follow(path);
      }),
    );
    if (!watched) return;
    const entries = entriesOf(folder).filter(
      (entry) => entry.isDirectory() && (folder !== "" || entry.name === ".blue"),
    );
    for (const { name } of entries) follow(below(name));
  }

  function seen(name: string, then: (path: string) => void): void {
    const path = name.split(sep).join("/");
    if (!/^\.blue(?:\/|$)/.test(path) || isOurs(path)) return;
    then(path);
    changed(path);
  }

  function forget(folder: string): void {
    for (const [path, one] of watches) {
      if (path !== folder && !path.startsWith(`${folder}/`)) continue;
      one.close();
      watches.delete(path);
    }
  }

  function isFolder(path: string): boolean {
    return lstatSync(join(root, path), { throwIfNoEntry: false })?.isDirectory() ?? false;
  }

  function entriesOf(folder: string) {
    try {
      return readdirSync(join(root, folder), { withFileTypes: true });
    } catch {
      return []; // gone again; the watch on its parent says so
    }
  }
}
