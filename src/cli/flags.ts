/** An input schema as flags. Words become values here (`--round 3` is the number 3); whether a value is allowed is checked by the executor. */
import type { CliShape, ObjectSchema, PropertySchema } from "../operations/operation.ts";

type Scalar = "string" | "number" | "boolean";

export interface Flag {
  /** The input field, or `input` for a file that holds the whole input. */
  field: string;
  /** Without the dashes. */
  name: string;
  aliases: readonly string[];
  /** `switch`: it is named after the only value that its field takes. */
  kind: "boolean" | "switch" | "value" | "list" | "file";
  /** What the help writes in place of the value. */
  placeholder: string;
  description: string;
  /** The values it takes, where they can be listed. */
  choices: readonly unknown[];
  /** Of a boolean: the form that changes the default, which is the one the help shows. */
  negated: boolean;
  /** What it means without a value, where it may come without one. */
  alone?: string | undefined;
  /** Of a file: its field is a list. */
  holdsList?: boolean;
  convert(text: string): unknown;
}

export const inputFlag: Flag = fileFlag(
  "input",
  "input",
  "The whole input as JSON from a file, or - for stdin; flags win over it.",
);

export const scaffoldFlag: Flag = plainFlag(
  "scaffold",
  "Print the input, filled in as far as it is known: edit it, and give it by --input.",
);

/** There or not. */
export function plainFlag(field: string, description: string): Flag {
  return { ...fileFlag(field, flagName(field), description), kind: "boolean" };
}

/** A field without a flag of its own can only come by `--input`. */
export function isNested(property: PropertySchema): boolean {
  return scalarsOf(property) === undefined && scalarsOf(itemsOf(property)) === undefined;
}

export function isList(property: PropertySchema | undefined): boolean {
  return scalarsOf(property) === undefined && scalarsOf(itemsOf(property)) !== undefined;
}

export function flagName(field: string): string {
  return field.replaceAll("_", "-");
}

/** `cli.fileFlags` maps a flag to the nested field its file holds (`pool: "expert_pool"`), or to `input` (`data: "input"`). */
export function flagsOf(schema: ObjectSchema, cli: CliShape = {}): Flag[] {
  const fileFlags = Object.entries(cli.fileFlags ?? {});
  const own = Object.entries(schema.properties).flatMap(([field, property]): Flag[] => {
    const [name] = fileFlags.find(([, of]) => of === field) ?? [];
    const flag = isNested(property) || name === flagName(field) ? [] : [propertyFlag(field, property, schema, cli)];
    return name === undefined ? flag : [...flag, nestedFileFlag(field, name, property, schema)];
  });
  const whole = fileFlags.filter(([, field]) => field === "input" && !(field in schema.properties));
  return [...own, ...whole.map(([name]) => fileFlag("input", name, "The same as --input."))];
}

/** The flag that brings a field, as `next` writes it; undefined where only `--input` does. */
export function flagFor(field: string, schema: ObjectSchema, cli: CliShape = {}): string | undefined {
  const property = schema.properties[field]!;
  if (isFirstGiven(field, property, cli)) return `<${flagName(field)}>`;
  if (cli.switches?.includes(field)) return `--${property.const}`;
  const [file] = Object.entries(cli.fileFlags ?? {}).find(([, of]) => of === field) ?? [];
  if (isNested(property)) return file && `--${file}`;
  return cli.flagAliases?.[field]?.includes("id") ? "--id" : `--${flagName(field)}`;
}

/** A list that begins with the words of the command line; its flag gives the others (`blue recall … --also …`). */
function isFirstGiven(field: string, property: PropertySchema, cli: CliShape): boolean {
  return cli.words === field && isList(property);
}

/** Words that a model reads, for a person at a terminal: a field is named by its flag. */
export function withFlags(text: string, schema: ObjectSchema, cli: CliShape = {}): string {
  return text.replace(/`([a-z][a-z_]*)`/g, (whole, field: string) => {
    const flag = Object.hasOwn(schema.properties, field) ? flagFor(field, schema, cli) : undefined;
    return flag === undefined ? whole : `\`${flag}\``;
  });
}

function nestedFileFlag(field: string, name: string, property: PropertySchema, schema: ObjectSchema): Flag {
  const required = schema.required?.includes(field) ? "; required" : "";
  const description = [property.description, `(JSON from a file, or -${required})`].filter(Boolean).join(" ");
  return { ...fileFlag(field, name, description), holdsList: property.type === "array" };
}

function propertyFlag(field: string, property: PropertySchema, schema: ObjectSchema, cli: CliShape): Flag {
  if (cli.switches?.includes(field)) return switchFlag(field, String(property.const), property);
  const list = isList(property);
  const value = list ? itemsOf(property)! : property;
  const scalars = scalarsOf(value)!;
  const boolean = !list && scalars.length === 1 && scalars[0] === "boolean";
  const choices = choicesOf(value);
  return {
    field,
    name: isFirstGiven(field, property, cli) ? "also" : flagName(field),
    aliases: cli.flagAliases?.[field] ?? [],
    kind: list ? "list" : boolean ? "boolean" : "value",
    placeholder: choices
      ? "choice"
      : scalars.includes("string")
        ? "text"
        : scalars.includes("number")
          ? "number"
          : "value",
    description: describe(field, property, choices, schema, cli),
    choices: choices ?? [],
    negated: boolean && property.default === true,
    alone: cli.alone?.[field],
    convert: (text) => convert(text, scalars),
  };
}

function switchFlag(field: string, value: string, { description = "" }: PropertySchema): Flag {
  return { ...fileFlag(field, value, description), kind: "switch", convert: () => value };
}

function fileFlag(field: string, name: string, description: string): Flag {
  return {
    field,
    name,
    aliases: [],
    kind: "file",
    placeholder: "file",
    description,
    choices: [],
    negated: false,
    convert: (text) => text,
  };
}

function describe(
  field: string,
  property: PropertySchema,
  choices: readonly unknown[] | undefined,
  schema: ObjectSchema,
  cli: CliShape,
): string {
  const notes: string[] = [];
  if (choices) notes.push(`one of: ${choices.join(", ")}`);
  if (isList(property)) notes.push("repeatable");
  if (isShown(property.default)) notes.push(`default: ${[property.default].flat().join(", ")}`);
  if (schema.required?.includes(field) && !isFirstGiven(field, property, cli)) notes.push("required");
  if (cli.openDialogue && field === "dialogue_id") notes.push("default: the open dialogue");
  if (cli.showsUnapplied && field === "dialogue_id") notes.push("default, to look: what is not applied yet");
  const aliases = cli.flagAliases?.[field] ?? [];
  if (aliases.length > 0) notes.push(`also ${aliases.map((alias) => `--${alias}`).join(", ")}`);
  const text = withFlags(property.description ?? "", schema, cli);
  return [text, notes.length > 0 ? `(${notes.join("; ")})` : ""].filter(Boolean).join(" ");
}

function isShown(value: unknown): boolean {
  if (value === undefined || value === null || value === "" || typeof value === "boolean") return false;
  return Array.isArray(value) ? value.length > 0 : typeof value !== "object";
}

function choicesOf(property: PropertySchema): readonly unknown[] | undefined {
  const plain = alternatives(property);
  if (plain.length !== 1) return undefined;
  return plain[0]!.enum?.filter((choice) => choice !== null);
}

function itemsOf(property: PropertySchema | undefined): PropertySchema | undefined {
  if (property === undefined) return undefined;
  const lists = alternatives(property);
  return lists.length === 1 ? lists[0]!.items : undefined;
}

/** The scalar types a property takes, or undefined when it takes (also) something nested. */
function scalarsOf(property: PropertySchema | undefined): Scalar[] | undefined {
  if (property === undefined) return undefined;
  const found = new Set<Scalar>();
  for (const alternative of alternatives(property)) {
    const types = typesOf(alternative);
    if (types.length === 0) return undefined;
    for (const type of types) {
      if (type === "integer" || type === "number") found.add("number");
      else if (type === "string" || type === "boolean") found.add(type);
      else if (type !== "null") return undefined;
    }
  }
  return found.size > 0 ? [...found] : undefined;
}

/** `nullable` and unions of scalars come as `anyOf`; null itself has no flag. */
function alternatives(property: PropertySchema): PropertySchema[] {
  const listed = (property.anyOf ?? property.oneOf) as PropertySchema[] | undefined;
  return (listed ?? [property]).filter((alternative) => alternative.type !== "null");
}

function typesOf(property: PropertySchema): readonly string[] {
  if (property.type !== undefined) return [property.type].flat() as string[];
  const values = property.enum ?? ("const" in property ? [property.const] : []);
  return values.map((value) => (value === null ? "null" : typeof value));
}

function convert(text: string, scalars: readonly Scalar[]): unknown {
  if (scalars.includes("number") && /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i.test(text)) return Number(text);
  if (scalars.includes("boolean") && (text === "true" || text === "false")) return text === "true";
  return text;
}
