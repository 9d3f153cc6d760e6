/** What brings up an environment here, told from the names of a folder's files. */

export const environmentKinds = ["cdk", "terraform", "pulumi", "compose"] as const;
export type EnvironmentKind = (typeof environmentKinds)[number];

const marks: Readonly<Record<EnvironmentKind, RegExp>> = {
  cdk: /^cdk\.json$/,
  terraform: /\.tf(?:\.json)?$/,
  pulumi: /^Pulumi\.ya?ml$/,
  compose: /^(?:docker-)?compose\.ya?ml$/,
};

export const kindHints = "`cdk.json`, `*.tf`, `Pulumi.yaml` or `compose.yaml`";

export interface FoundKind {
  kind: EnvironmentKind;
  /** The files that say so. */
  files: string[];
}

export function detectKinds(names: readonly string[]): FoundKind[] {
  return environmentKinds.flatMap((kind) => {
    const files = names.filter((name) => !name.startsWith(".") && marks[kind].test(name)).sort();
    return files.length === 0 ? [] : [{ kind, files }];
  });
}

/** The input variables a Terraform file declares; passing one it lacks is an error of Terraform's. */
export function declaredVariables(text: string): string[] {
  return [...text.matchAll(/^[ \t]*variable[ \t]+"?([\w-]+)"?[ \t]*\{/gm)].map(([, name]) => name!);
}
