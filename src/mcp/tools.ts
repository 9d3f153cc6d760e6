/**
 * What a model is told of an operation. Made from the registry entry alone, in the registry's order, so two lists are the same bytes and no
 * operation is loaded to be listed.
 */
import type { Tool } from "@modelcontextprotocol/server";
import type { ObjectSchema, OperationEntry, PropertySchema } from "../operations/operation.ts";

export function toolOf(entry: OperationEntry): Tool {
  return {
    name: entry.tool,
    description: entry.description,
    inputSchema: withOtherNames(briefSchema(entry.inputSchema), entry) as Tool["inputSchema"],
    annotations: {
      readOnlyHint: entry.effect === "read",
      destructiveHint: entry.effect === "destructive",
      idempotentHint: entry.idempotent || entry.effect === "read",
      openWorldHint: false,
    },
  };
}

/**
 * A client pays for the list of tools, used or not, so the list says each thing once: of lists that take the same objects only the first describes them; in
 * another tool the field then names that tool.
 */
export function briefSchema({ properties, ...root }: ObjectSchema): ObjectSchema {
  const described = new Map<string, Fields>();
  const brief = (name: string, property: PropertySchema): PropertySchema => {
    const { items, ...list } = property;
    const fields = items?.properties as Fields | undefined;
    if (fields === undefined) return items === undefined ? list : { ...list, items };
    if (list.description?.includes("like evolve-panel")) return { ...list, items: { type: "object" } };
    const like = [...described].find(([, earlier]) => Object.keys(earlier).every((key) => same(earlier, fields, key)));
    if (like === undefined) {
      described.set(name, fields);
      return { ...list, items: items! };
    }
    const own = Object.entries(fields).filter(([key]) => !(key in like[1]));
    const more = own.length === 0 ? {} : { properties: Object.fromEntries(own) };
    return { description: `Like \`${like[0]}\`.`, ...list, items: { type: "object", ...more } };
  };
  return {
    ...root,
    properties: Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, brief(name, one)])),
  };
}

/** A required field that has other names may come under any of them. */
function withOtherNames({ required = [], ...schema }: ObjectSchema, { cli }: OperationEntry): ObjectSchema {
  const named = required.filter((field) => cli.flagAliases?.[field] !== undefined);
  const others = named.flatMap((field) =>
    cli.flagAliases![field]!.map((name) => [name, { description: `The same as \`${field}\`.` }]),
  );
  const still = required.filter((field) => !named.includes(field));
  return {
    ...schema,
    ...(still.length > 0 ? { required: still } : {}),
    properties: { ...schema.properties, ...Object.fromEntries(others) },
  };
}

type Fields = Record<string, PropertySchema>;

function same(one: Fields, other: Fields, key: string): boolean {
  return JSON.stringify(one[key]) === JSON.stringify(other[key]);
}
