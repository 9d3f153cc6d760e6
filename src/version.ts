declare const BLUE_VERSION: string | undefined;

/** Set by the build; a run straight from the sources says so. */
export const version: string = typeof BLUE_VERSION === "string" ? BLUE_VERSION : "0.0.0-source";
