/** Markdown drawn as elements; no text of a record ever becomes markup. */
import { type Block, parseMarkdown } from "../model/markdown.ts";
import { InlineParts } from "./parts.tsx";

export function Markdown({ text, lowest = 2 }: { text: string; lowest?: number }) {
  return (
    <div class="prose" dir="auto">
      <Blocks blocks={parseMarkdown(text)} lowest={lowest} />
    </div>
  );
}

export function Blocks({ blocks, lowest }: { blocks: readonly Block[]; lowest: number }) {
  return (
    <>
      {blocks.map((block, i) => (
        <BlockOne key={i} block={block} lowest={lowest} />
      ))}
    </>
  );
}

function BlockOne({ block, lowest }: { block: Block; lowest: number }) {
  switch (block.kind) {
    case "heading": {
      const Heading = `h${Math.min(6, block.level + lowest - 1)}` as "h2";
      return (
        <Heading dir="auto" class={`md-h${block.level}`}>
          <InlineParts parts={block.parts} links />
        </Heading>
      );
    }
    case "paragraph":
      return (
        <p dir="auto">
          <InlineParts parts={block.parts} links />
        </p>
      );
    case "code":
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
        <pre tabIndex={0}>
          <code>{block.text}</code>
        </pre>
      );
    case "quote":
      return (
        <blockquote>
          <Blocks blocks={block.blocks} lowest={lowest} />
        </blockquote>
      );
    case "list": {
      const List = block.ordered ? "ol" : "ul";
      return (
        <List start={block.ordered ? block.start : undefined}>
          {block.items.map((item, i) => (
            <li key={i} dir="auto">
              <ItemBlocks blocks={item} lowest={lowest} />
            </li>
          ))}
        </List>
      );
    }
    case "table":
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
        <div class="md-table" tabIndex={0}>
          <table>
            <thead>
              <tr>
                {block.head.map((cell, i) => (
                  <th key={i} scope="col">
                    <InlineParts parts={cell} links />
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {block.rows.map((row, i) => (
                <tr key={i}>
                  {row.map((cell, k) => (
                    <td key={k} dir="auto">
                      <InlineParts parts={cell} links />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      );
    case "rule":
      return <hr />;
  }
}

/** An item of one paragraph needs no paragraph. */
function ItemBlocks({ blocks, lowest }: { blocks: readonly Block[]; lowest: number }) {
  const [first, ...rest] = blocks;
  if (first?.kind !== "paragraph") return <Blocks blocks={blocks} lowest={lowest} />;
  return (
    <>
      <InlineParts parts={first.parts} links />
      <Blocks blocks={rest} lowest={lowest} />
    </>
  );
}
