/** Runs for every test file: what its tests made on disk is removed when the file ends. */
import { afterAll } from "vitest";
import { removeFolders } from "./project.ts";

afterAll(removeFolders);
